// The rows of one imported array, after checks of all that can be checked: the C data interface
// does not say how large the buffers are that its pointers lead to.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>

#include "arrow/c_data_interface.h"
#include "arrow/format.h"
#include "arrow/import_error.h"
#include "columns/decimal.h"

namespace engine::arrow {

// So many that positions of bytes can still be counted.
inline constexpr int64_t most_rows =
    std::numeric_limits<int64_t>::max() / static_cast<int64_t>(sizeof(columns::Int128));

// Rows of an array, counted from its own start.
struct Range {
  int64_t first;
  int64_t count;
};

// Throws an ImportError for an array that is missing, released or impossible, is not of a struct
// with this many children, or holds a NULL. Returns the rows of its children that it is about.
Range check_struct(const ArrowArray* array, int64_t child_count, const Place& place);

struct ArrayView {
  // As check_struct, for some rows of an array of values. Requires: the range is not negative.
  ArrayView(const ArrowArray* array, const Format& format, bool has_dictionary, Range rows,
            const Place& place);
  // All rows of an array without a dictionary.
  ArrayView(const ArrowArray* array, const Format& format, const Place& place);

  // A number at its place in a buffer, aligned or not.
  template <class Number>
  Number load(int64_t buffer, int64_t index) const {
    Number number;
    const char* start = static_cast<const char*>(buffers[buffer]);
    std::memcpy(&number, start + index * static_cast<int64_t>(sizeof number), sizeof number);
    return number;
  }

  const void* const* buffers;
  int64_t buffer_count;
  int64_t first;  // row, counted from the start of the buffers
  int64_t count;

 private:
  void take(const ArrowArray& array, Range rows, const Place& place);
};

// Which buffer holds what.
inline constexpr int64_t validity_buffer = 0;
inline constexpr int64_t value_buffer = 1;       // numbers, ends of texts, or views
inline constexpr int64_t text_buffer = 2;        // behind the ends
inline constexpr int64_t first_view_buffer = 2;  // what views point into, then their sizes

}  // namespace engine::arrow
