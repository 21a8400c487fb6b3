// Checking the shape of arrays. Order matters: nothing is read before it is known to be there.
#include "arrow/array_view.h"

#include <string>

namespace engine::arrow {
namespace {

// Of views the fewest: there may be more buffers for what they point into.
int64_t expected_buffers(const Format& format) { return is_text(format) ? 3 : 2; }

void check_numbers(const ArrowArray& array, const Place& place) {
  if (array.length < 0 || array.offset < 0 || array.length > most_rows - array.offset) {
    place.fail(
        "length " + std::to_string(array.length) + " and offset " + std::to_string(array.offset),
        "numbers from 0, together at most " + std::to_string(most_rows));
  }
  if (array.null_count < -1 || array.null_count > array.length) {
    place.fail("a NULL count of " + std::to_string(array.null_count),
               "-1 to " + std::to_string(array.length));
  }
}

void check_counts(const ArrowArray* array, int64_t buffers, bool more_buffers, int64_t children,
                  const Place& place) {
  if (array == nullptr) place.fail("no array", "one");
  if (array->release == nullptr) place.fail("a released array", "one that is not");
  check_numbers(*array, place);
  bool right = more_buffers ? array->n_buffers >= buffers : array->n_buffers == buffers;
  if (!right) {
    place.fail(std::to_string(array->n_buffers) + " buffers",
               (more_buffers ? "at least " : "") + std::to_string(buffers));
  }
  if (array->buffers == nullptr) place.fail("no list of buffers", "one");
  if (array->n_children != children) {
    place.fail(std::to_string(array->n_children) + " children", std::to_string(children));
  }
  if (children > 0 && array->children == nullptr) place.fail("no list of children", "one");
}

void check_values(const ArrowArray* array, const Format& format, const Place& place) {
  bool more_buffers = format.encoding == Encoding::text_view;
  check_counts(array, expected_buffers(format), more_buffers, 0, place);
}

// A bitmap counts unless the array says that there are no NULLs.
void check_no_nulls(const ArrowArray& array, Range rows, const Place& place) {
  constexpr int64_t bits_per_byte = 8;
  const unsigned char* bits = static_cast<const unsigned char*>(array.buffers[validity_buffer]);
  if (array.null_count == 0) return;
  if (bits == nullptr) {
    if (array.null_count < 0) return;
    place.fail("a NULL count of " + std::to_string(array.null_count) + " without a bitmap",
               "a bitmap or no NULLs");
  }
  for (int64_t row = 0; row < rows.count; ++row) {
    int64_t bit = array.offset + rows.first + row;
    if ((bits[bit / bits_per_byte] >> (bit % bits_per_byte) & 1) == 0) {
      place.fail(row, "NULL", "a value");
    }
  }
}

}  // namespace

Range check_struct(const ArrowArray* array, int64_t child_count, const Place& place) {
  check_counts(array, 1, false, child_count, place);
  if (array->dictionary != nullptr) place.fail("a dictionary", "none");
  check_no_nulls(*array, {0, array->length}, place);
  return {array->offset, array->length};
}

ArrayView::ArrayView(const ArrowArray* array, const Format& format, bool has_dictionary, Range rows,
                     const Place& place) {
  check_values(array, format, place);
  if (has_dictionary != (array->dictionary != nullptr)) {
    place.fail(has_dictionary ? "no dictionary" : "a dictionary", has_dictionary ? "one" : "none");
  }
  if (rows.first > array->length || rows.count > array->length - rows.first) {
    place.fail(std::to_string(array->length) + " rows",
               "at least " + std::to_string(rows.first) + " + " + std::to_string(rows.count));
  }
  take(*array, rows, place);
}

ArrayView::ArrayView(const ArrowArray* array, const Format& format, const Place& place) {
  check_values(array, format, place);
  if (array->dictionary != nullptr) place.fail("a dictionary", "none");
  take(*array, {0, array->length}, place);
}

// Requires: the array has the rows.
void ArrayView::take(const ArrowArray& array, Range rows, const Place& place) {
  if (rows.count > 0 && array.buffers[value_buffer] == nullptr) {
    place.fail("no buffer of values", "one");
  }
  check_no_nulls(array, rows, place);
  buffers = array.buffers;
  buffer_count = array.n_buffers;
  first = array.offset + rows.first;
  count = rows.count;
}

}  // namespace engine::arrow
