// Matching pieces of a pattern, from both ends and then between.
#include "primitives/text_search.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "primitives/byte_search.h"
#include "primitives/loop.h"

namespace engine::primitives {
namespace {

constexpr char any_byte = '_';
constexpr char any_bytes = '%';
// Texts are wherever they were made; how far ahead to ask for their memory.
constexpr int64_t prefetch_distance = 16;

bool has_any_byte(std::string_view piece) { return piece.contains(any_byte); }

// Requires: text is at least as long.
bool begins_with(std::string_view text, std::string_view piece) {
  for (std::size_t i = 0; i < piece.size(); ++i) {
    if (piece[i] != text[i] && piece[i] != any_byte) return false;
  }
  return true;
}

// Where the piece is first found; npos when it is not.
std::size_t find_piece(std::string_view text, std::string_view piece) {
  if (!has_any_byte(piece)) return find_bytes(text, piece);
  for (std::size_t start = 0; start + piece.size() <= text.size(); ++start) {
    if (begins_with(text.substr(start), piece)) return start;
  }
  return std::string_view::npos;
}

// Calls action(row) for each of the rows, and has the text of a row further on fetched meanwhile.
template <class Action>
void for_each_text(const columns::StringValue* texts, columns::Rows rows, const Action& action) {
  auto row_of = [&](int64_t i) { return rows.indexes == nullptr ? i : rows.indexes[i]; };
  for (int64_t i = 0; i < rows.count; ++i) {
    if (i + prefetch_distance < rows.count) {
      std::string_view ahead = texts[row_of(i + prefetch_distance)].view();
      __builtin_prefetch(ahead.data());
      __builtin_prefetch(ahead.data() + ahead.size());
    }
    action(row_of(i));
  }
}

int64_t select_matching(const columns::StringValue* texts, const LikePattern& pattern, bool wanted,
                        columns::Rows rows, int32_t* selected) {
  int64_t count = 0;
  for_each_text(texts, rows, [&](int64_t row) {
    selected[count] = static_cast<int32_t>(row);
    count += pattern.matches(texts[row].view()) == wanted ? 1 : 0;
  });
  return count;
}

}  // namespace

LikePattern::LikePattern(std::string_view pattern)
    : starts_with_any_(pattern.starts_with(any_bytes)),
      ends_with_any_(pattern.ends_with(any_bytes)) {
  std::size_t start = 0;
  while (start <= pattern.size()) {
    std::size_t end = std::min(pattern.find(any_bytes, start), pattern.size());
    if (end > start) pieces_.emplace_back(pattern.substr(start, end - start));
    start = end + 1;
  }
}

bool LikePattern::matches(std::string_view text) const {
  auto first = pieces_.begin();
  auto last = pieces_.end();
  if (!starts_with_any_) {
    if (first == last) return text.empty();  // an empty pattern
    if (text.size() < first->size() || !begins_with(text, *first)) return false;
    text.remove_prefix(first->size());
    ++first;
    if (first == last && !ends_with_any_) return text.empty();
  }
  if (!ends_with_any_) {
    --last;
    if (text.size() < last->size()) return false;
    if (!begins_with(text.substr(text.size() - last->size()), *last)) return false;
    text.remove_suffix(last->size());
  }
  for (; first != last; ++first) {
    std::size_t found = find_piece(text, *first);
    if (found == std::string_view::npos) return false;
    text.remove_prefix(found + first->size());
  }
  return true;
}

int64_t select_like(const columns::StringValue* texts, const LikePattern& pattern,
                    columns::Rows rows, int32_t* selected) {
  return select_matching(texts, pattern, true, rows, selected);
}

int64_t select_not_like(const columns::StringValue* texts, const LikePattern& pattern,
                        columns::Rows rows, int32_t* selected) {
  return select_matching(texts, pattern, false, rows, selected);
}

void substrings(const columns::StringValue* texts, int64_t first, int64_t count, columns::Rows rows,
                columns::StringValue* results) {
  for_each_row(rows, [=](int64_t row) {
    std::string_view text = texts[row].view();
    int64_t start = std::min<int64_t>(first, std::ssize(text));
    results[row] = columns::StringValue(text.substr(start, count));
  });
}

}  // namespace engine::primitives
