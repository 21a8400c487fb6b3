// Choosing rows and columns, and sharing the rows out.
#include "tpch/generation.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

#include "operators/workers.h"

namespace engine::tpch {

operators::RowRange requested_rows(const Request& request, int64_t rows) {
  assert(1 <= request.part && request.part <= request.parts);
  return {rows * (request.part - 1) / request.parts, rows * request.part / request.parts};
}

columns::Schema requested_columns(const Request& request, columns::Schema all) {
  if (request.columns.empty()) return all;
  std::erase_if(all, [&](const columns::Field& field) {
    return std::ranges::find(request.columns, field.name) == request.columns.end();
  });
  return all;
}

Morsels::Morsels(operators::RowRange rows, int64_t rows_per_morsel)
    : rows_(rows), rows_per_morsel_(rows_per_morsel) {}

int64_t Morsels::count() const {
  return (rows_.end - rows_.first + rows_per_morsel_ - 1) / rows_per_morsel_;
}

void Morsels::take_all(operators::MorselQueue& queue,
                       const std::function<void(const Morsel&)>& write) const {
  while (std::optional<operators::RowRange> taken = queue.take()) {
    write({.number = taken->first / rows_per_morsel_,
           .rows = {rows_.first + taken->first, rows_.first + taken->end},
           .offset = taken->first});
  }
}

void Morsels::for_each(int threads, const std::function<void(const Morsel&)>& write) const {
  operators::MorselQueue queue(rows_.end - rows_.first, rows_per_morsel_);
  operators::run_workers(threads, queue, [&](int) { take_all(queue, write); });
}

std::shared_ptr<const TextPool> Morsels::for_each_with_comments(
    int threads, bool has_comments, TextPoolSource& texts,
    const std::function<void(const Morsel&)>& write,
    const std::function<void(const Morsel&, const TextPool&)>& write_comments) const {
  std::shared_ptr<const TextPool> pool;
  operators::MorselQueue queue(rows_.end - rows_.first, rows_per_morsel_);
  operators::run_workers(threads, queue, [&](int worker) {
    if (has_comments && worker == 0) pool = texts.pool();
    take_all(queue, write);
  });
  if (has_comments) {
    for_each(threads, [&](const Morsel& morsel) { write_comments(morsel, *pool); });
  }
  return pool;
}

}  // namespace engine::tpch
