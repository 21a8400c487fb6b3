// What of a table to generate, and how its rows are shared out between workers.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "columns/schema.h"
#include "operators/morsel_queue.h"
#include "tpch/text_pool.h"

namespace engine::tpch {

struct Request {
  double scale_factor = 1;
  // Which of `parts` pieces of the table, counted from 1: neighbouring rows, the pieces of nearly
  // equal size. Lines go with their order, and what partsupp has of a part with the part.
  int64_t part = 1;
  int64_t parts = 1;
  std::vector<std::string> columns = {};  // names; none: all. They come in the table's order.
  int threads = 1;
};

// Of `rows` rows those that are asked for.
operators::RowRange requested_rows(const Request& request, int64_t rows);

columns::Schema requested_columns(const Request& request, columns::Schema all);

// A piece of the rows, which one worker generates.
struct Morsel {
  int64_t number;            // counted from 0
  operators::RowRange rows;  // of the table that the work is shared out by, counted in the whole
  int64_t offset;            // of the first of them among the requested
  int64_t count() const { return rows.end - rows.first; }
};

class Morsels {
 public:
  Morsels(operators::RowRange rows, int64_t rows_per_morsel);

  int64_t count() const;

  // Calls write for every morsel, on up to `threads` threads.
  void for_each(int threads, const std::function<void(const Morsel&)>& write) const;

  // Calls write for every morsel, while one of the threads gets the text pool, which it may have to
  // make; then calls write_comments for every morsel. Without comments does the first alone. Gives
  // the pool, or null.
  std::shared_ptr<const TextPool> for_each_with_comments(
      int threads, bool has_comments, TextPoolSource& texts,
      const std::function<void(const Morsel&)>& write,
      const std::function<void(const Morsel&, const TextPool&)>& write_comments) const;

 private:
  void take_all(operators::MorselQueue& queue,
                const std::function<void(const Morsel&)>& write) const;

  operators::RowRange rows_;
  int64_t rows_per_morsel_;
};

}  // namespace engine::tpch
