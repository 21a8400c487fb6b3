// Finding the bytes of texts.
#include "arrow/text_reader.h"

#include <limits>
#include <string>

namespace engine::arrow {
namespace {

// A view: the length, then either the bytes, when they are few, or the first four of them, the
// number of a buffer and a position in it.
constexpr int64_t view_bytes = 16;
constexpr int64_t most_inline_bytes = 12;
constexpr int64_t ints_per_view = view_bytes / static_cast<int64_t>(sizeof(int32_t));
constexpr int64_t buffer_int = 2;
constexpr int64_t position_int = 3;

}  // namespace

std::string_view TextReader::at(int64_t row) const {
  if (format_.encoding == Encoding::text_view) return viewed(row);
  return format_.bytes == sizeof(int32_t) ? between_ends<int32_t>(row) : between_ends<int64_t>(row);
}

// Requires: End is how the format stores the end of a text.
template <class End>
std::string_view TextReader::between_ends(int64_t row) const {
  constexpr int64_t most_bytes = std::numeric_limits<uint32_t>::max();
  int64_t start = view_.load<End>(value_buffer, view_.first + row);
  int64_t end = view_.load<End>(value_buffer, view_.first + row + 1);
  if (start < 0 || end < start) {
    place_.fail(row, "a text from byte " + std::to_string(start) + " to " + std::to_string(end),
                "ascending positions");
  }
  if (end == start) return {};
  if (end - start > most_bytes) {
    place_.fail(row, "a text of " + std::to_string(end - start) + " bytes",
                "at most " + std::to_string(most_bytes));
  }
  const char* bytes = static_cast<const char*>(view_.buffers[text_buffer]);
  if (bytes == nullptr) place_.fail(row, "a text, but no buffer of bytes", "one");
  return {bytes + start, static_cast<std::size_t>(end - start)};
}

std::string_view TextReader::viewed(int64_t row) const {
  int64_t start = (view_.first + row) * ints_per_view;
  int64_t size = view_.load<int32_t>(value_buffer, start);
  if (size < 0) place_.fail(row, "a text of " + std::to_string(size) + " bytes", "at least 0");
  if (size <= most_inline_bytes) {
    const char* views = static_cast<const char*>(view_.buffers[value_buffer]);
    return {views + (view_.first + row) * view_bytes + sizeof(int32_t),
            static_cast<std::size_t>(size)};
  }
  int64_t buffer = view_.load<int32_t>(value_buffer, start + buffer_int);
  int64_t position = view_.load<int32_t>(value_buffer, start + position_int);
  int64_t sizes_buffer = view_.buffer_count - 1;
  int64_t view_buffers = sizes_buffer - first_view_buffer;
  if (buffer < 0 || buffer >= view_buffers) {
    place_.fail(row, "a text in buffer " + std::to_string(buffer),
                "one of " + std::to_string(view_buffers));
  }
  const char* bytes = static_cast<const char*>(view_.buffers[first_view_buffer + buffer]);
  if (bytes == nullptr || view_.buffers[sizes_buffer] == nullptr) {
    place_.fail(row, "a text, but no buffer of bytes or none of sizes", "both");
  }
  int64_t buffer_bytes = view_.load<int64_t>(sizes_buffer, buffer);
  if (position < 0 || position > buffer_bytes - size) {
    place_.fail(
        row,
        "a text from byte " + std::to_string(position) + " to " + std::to_string(position + size),
        "bytes 0 to " + std::to_string(buffer_bytes));
  }
  return {bytes + position, static_cast<std::size_t>(size)};
}

}  // namespace engine::arrow
