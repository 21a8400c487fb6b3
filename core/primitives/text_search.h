// Finds texts by a pattern of SQL's LIKE, and takes pieces of texts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "columns/selection.h"
#include "columns/string_value.h"

namespace engine::primitives {

// A pattern: % stands for any bytes, also none, _ for any one byte; all others for themselves.
class LikePattern {
 public:
  explicit LikePattern(std::string_view pattern);

  bool matches(std::string_view text) const;

 private:
  // Pieces of the pattern between %, each found left to right; '_' in them is any byte.
  std::vector<std::string> pieces_;
  bool starts_with_any_ = false;  // a % before the first piece
  bool ends_with_any_ = false;    // a % after the last one
};

// Writes the rows whose text matches, or does not, to `selected`, ascending, and returns their
// count. `selected` may be rows.indexes itself.
int64_t select_like(const columns::StringValue* texts, const LikePattern& pattern,
                    columns::Rows rows, int32_t* selected);
int64_t select_not_like(const columns::StringValue* texts, const LikePattern& pattern,
                        columns::Rows rows, int32_t* selected);

// results[row] = `count` bytes of texts[row] from byte `first` on, counted from 0; fewer where it
// is shorter. They may be where the bytes of the text are.
void substrings(const columns::StringValue* texts, int64_t first, int64_t count, columns::Rows rows,
                columns::StringValue* results);

}  // namespace engine::primitives
