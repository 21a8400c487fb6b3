// Walking through the matches of one row after the other.
#include "operators/match_pairs.h"

#include <algorithm>
#include <span>

namespace engine::operators {

MatchPairs::MatchPairs(const JoinTable& table, columns::Rows found, const int32_t* ids,
                       columns::Rows missed)
    : table_(table), found_(found), ids_(ids), missed_(missed) {}

bool MatchPairs::next(int64_t most) {
  probe_.clear();
  build_.clear();
  while (std::ssize(probe_) < most) {
    bool is_missed = next_missed_ < missed_.count &&
                     (next_found_ == found_.count ||
                      missed_.indexes[next_missed_] < found_.indexes[next_found_]);
    if (is_missed) {
      probe_.push_back(missed_.indexes[next_missed_++]);
      build_.push_back(no_row);
      continue;
    }
    if (next_found_ == found_.count) break;
    int32_t row = found_.indexes[next_found_];
    std::span<const int32_t> matches = table_.rows_of(ids_[row]);
    int64_t rest = row == skipped_ ? 0 : std::ssize(matches) - next_match_;
    int64_t count = std::min(rest, most - std::ssize(probe_));
    probe_.insert(probe_.end(), count, row);
    std::span<const int32_t> taken = matches.subspan(next_match_, count);
    build_.insert(build_.end(), taken.begin(), taken.end());
    next_match_ += count;
    if (count == rest) {
      ++next_found_;
      next_match_ = 0;
    }
  }
  return !probe_.empty();
}

}  // namespace engine::operators
