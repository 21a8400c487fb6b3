// Drawing places and lengths. The places are all over the pool, so that each would be waited for:
// values are made some draws later, when their first bytes have come.
#include "tpch/comments.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>
#include <vector>

#include "tpch/random_stream.h"

namespace engine::tpch {
namespace {

constexpr int64_t draws_per_comment = 2;

// Writes comments to neighbouring rows, each some comments after it was drawn.
class DelayedWriter {
 public:
  explicit DelayedWriter(columns::StringValue* next) : next_(next) {}

  void write(std::string_view comment) {
    std::string_view& slot = waiting_[drawn_ % delay];
    if (drawn_ >= delay) *next_++ = columns::StringValue(slot);
    __builtin_prefetch(comment.data());
    slot = comment;
    ++drawn_;
  }

  void finish() {
    for (int64_t i = std::max<int64_t>(0, drawn_ - delay); i < drawn_; ++i) {
      *next_++ = columns::StringValue(waiting_[i % delay]);
    }
  }

 private:
  static constexpr int64_t delay = 32;

  columns::StringValue* next_;
  int64_t drawn_ = 0;
  std::array<std::string_view, delay> waiting_;
};

}  // namespace

CommentOutput::CommentOutput(columns::Table& table, std::string_view name, const CommentRule& rule)
    : rule_(rule), column_(table.find(name)) {
  if (column_ != nullptr) values_ = column_->writable_values<columns::StringValue>();
}

void CommentOutput::write(const Morsel& morsel, const TextPool& pool) const {
  std::vector<int32_t> comments_of_row(morsel.count(), static_cast<int32_t>(rule_.per_row));
  write(morsel.rows.first, comments_of_row, morsel.offset * rule_.per_row, pool);
}

void CommentOutput::write(int64_t drawn_row, std::span<const int32_t> comments_of_row, int64_t row,
                          const TextPool& pool) const {
  RandomStream stream(rule_.seed, draws_per_comment * rule_.per_row, drawn_row);
  int64_t shortest = rule_.average_length * 4 / 10;
  int64_t longest = rule_.average_length * 16 / 10;
  int64_t last_start = std::ssize(pool.text()) - longest;
  DelayedWriter writer(values_ + row);
  for (int32_t comments : comments_of_row) {
    assert(comments <= rule_.per_row);
    for (int32_t i = 0; i < comments; ++i) {
      int64_t start = stream.uniform(0, last_start);
      int64_t length = stream.uniform(shortest, longest);
      writer.write(pool.text().substr(start, length));
    }
    stream.next_row();
  }
  writer.finish();
}

void CommentOutput::finish(std::shared_ptr<const TextPool> pool) {
  if (pool) column_->keep_alive(std::move(pool));
}

}  // namespace engine::tpch
