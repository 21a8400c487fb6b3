// Reads bytes one after the other and never past the end. What does not fit ends in a PlanError
// that names the byte, counted from 0.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace engine::plan {

class ByteReader {
 public:
  // Requires: the bytes outlive the reader and the texts that it gave.
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  int64_t position() const { return position_; }
  int64_t left() const { return std::ssize(bytes_) - position_; }

  // `expected` says in messages what was to come: "a count of columns".
  uint8_t byte(std::string_view expected);
  // A byte below `count`, which numbers so many things.
  uint8_t number_below(int count, std::string_view expected);
  // Seven bits a byte, the lowest first; all bytes but the last have the highest bit. In as few
  // bytes as the number needs.
  uint64_t varint(std::string_view expected);
  // As a varint: 0, -1, 1, -2, 2 and so on are 0, 1, 2, 3, 4.
  int64_t signed_varint(std::string_view expected);
  // A varint, and so many bytes.
  std::string_view text(std::string_view expected);

  [[noreturn]] static void fail(int64_t position, const std::string& found,
                                std::string_view expected);

 private:
  std::string_view bytes_;
  int64_t position_ = 0;
};

}  // namespace engine::plan
