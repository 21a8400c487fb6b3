// Every byte passes through byte() or text(), which look at what is left.
#include "plan/byte_reader.h"

#include <cstddef>

#include "plan/plan_error.h"

namespace engine::plan {
namespace {

constexpr int bits_of_digit = 7;
constexpr uint8_t more_to_come = 1 << bits_of_digit;
constexpr int bits_of_number = 64;

}  // namespace

uint8_t ByteReader::byte(std::string_view expected) {
  if (left() == 0) fail(position_, "the end", expected);
  return static_cast<uint8_t>(bytes_[static_cast<std::size_t>(position_++)]);
}

uint8_t ByteReader::number_below(int count, std::string_view expected) {
  int64_t start = position_;
  uint8_t number = byte(expected);
  if (number < count) return number;
  fail(start, std::to_string(number),
       std::string(expected) + " (0 to " + std::to_string(count - 1) + ")");
}

uint64_t ByteReader::varint(std::string_view expected) {
  int64_t start = position_;
  uint64_t number = 0;
  for (int shift = 0;; shift += bits_of_digit) {
    uint8_t next = byte(expected);
    uint64_t digit = next & ~more_to_come;
    if (shift >= bits_of_number || digit << shift >> shift != digit) {
      fail(start, "a number of more than 64 bits", expected);
    }
    number |= digit << shift;
    if ((next & more_to_come) != 0) continue;
    if (digit == 0 && shift > 0) fail(start, "a number with needless bytes", expected);
    return number;
  }
}

int64_t ByteReader::signed_varint(std::string_view expected) {
  uint64_t number = varint(expected);
  return static_cast<int64_t>(number >> 1 ^ (0 - (number & 1)));
}

std::string_view ByteReader::text(std::string_view expected) {
  int64_t start = position_;
  uint64_t length = varint(expected);
  if (length > static_cast<uint64_t>(left())) {
    fail(start, std::to_string(length) + " bytes of text and " + std::to_string(left()) + " left",
         expected);
  }
  auto bytes = static_cast<std::size_t>(length);
  std::string_view text = bytes_.substr(static_cast<std::size_t>(position_), bytes);
  position_ += static_cast<int64_t>(bytes);
  return text;
}

void ByteReader::fail(int64_t position, const std::string& found, std::string_view expected) {
  throw PlanError("byte " + std::to_string(position) + ": found " + found + ", expected " +
                  std::string(expected));
}

}  // namespace engine::plan
