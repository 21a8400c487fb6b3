// Columns of comments: each is a piece of the text pool, drawn by its place and its length.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "columns/table.h"
#include "tpch/generation.h"
#include "tpch/text_pool.h"

namespace engine::tpch {

struct CommentRule {
  int64_t seed;
  int64_t per_row;         // how many comments a row of the table that is drawn by has at most
  int64_t average_length;  // lengths are 0.4 to 1.6 times as much
};

class CommentOutput {
 public:
  CommentOutput(columns::Table& table, std::string_view name, const CommentRule& rule);

  // Whether the column was asked for.
  explicit operator bool() const { return column_ != nullptr; }

  // Gives each row of the morsel its comments, as many as the rule allows.
  void write(const Morsel& morsel, const TextPool& pool) const;

  // Gives the rows of the table that is drawn by, from `drawn_row` on, comments_of_row[0] comments,
  // comments_of_row[1] and so on. The first goes to `row` of this table.
  void write(int64_t drawn_row, std::span<const int32_t> comments_of_row, int64_t row,
             const TextPool& pool) const;

  // Lets the column keep the pool, if there is one. Requires: all workers have ended.
  void finish(std::shared_ptr<const TextPool> pool);

 private:
  CommentRule rule_;
  columns::Column* column_;
  columns::StringValue* values_ = nullptr;
};

}  // namespace engine::tpch
