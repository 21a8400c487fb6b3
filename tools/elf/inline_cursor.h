// ByteCursor for tables of hundreds of megabytes: the same checks, in the header, so that a loop
// keeps its place in registers.
#pragma once

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "elf/byte_reader.h"

namespace ltoscope::elf {

// Reads [offset, end) of the reader's bytes and nothing beyond. The reader must outlive it.
class InlineCursor {
 public:
  InlineCursor(const ByteReader& reader, uint64_t offset)
      : InlineCursor(reader, offset, reader.size()) {}
  InlineCursor(const ByteReader& reader, uint64_t offset, uint64_t end)
      : reader_(&reader),
        start_(reader.bytes().data()),
        swapped_(reader.order() != std::endian::native) {
    if (end > reader.size() || offset > end) {
      reader.reject(fmt::format("{} bytes", reader.size()),
                    fmt::format("bytes {:#x} to {:#x}", offset, end));
    }
    at_ = start_ + offset;
    end_ = start_ + end;
  }

  uint64_t offset() const { return static_cast<uint64_t>(at_ - start_); }
  uint64_t left() const { return static_cast<uint64_t>(end_ - at_); }
  const ByteReader& reader() const { return *reader_; }

  void skip(uint64_t bytes) {
    if (bytes > left()) too_short(bytes);
    at_ += bytes;
  }
  uint8_t u8() { return number<uint8_t>(); }
  uint16_t u16() { return number<uint16_t>(); }
  uint32_t u32() { return number<uint32_t>(); }
  uint64_t u64() { return number<uint64_t>(); }
  // An unsigned number of 1 to 8 bytes.
  uint64_t sized(uint64_t bytes) {
    switch (bytes) {
      case 1:
        return u8();
      case 2:
        return u16();
      case 4:
        return u32();
      case 8:
        return u64();
      default:
        return odd_sized(bytes);
    }
  }

  uint64_t unsigned_leb128() {
    if (at_ != end_ && (static_cast<uint8_t>(*at_) & 0x80) == 0)
      return static_cast<uint8_t>(*at_++);
    uint64_t value = 0;
    for (int shift = 0; shift < longest_leb128_shift; shift += 7) {
      uint8_t byte = u8();
      value |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if ((byte & 0x80) == 0) return value;
    }
    endless_leb128();
  }
  int64_t signed_leb128() {
    uint64_t value = 0;
    for (int shift = 0; shift < longest_leb128_shift; shift += 7) {
      uint8_t byte = u8();
      value |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if ((byte & 0x80) != 0) continue;
      bool negative = (byte & 0x40) != 0;
      if (negative && shift + 7 < 64) value |= ~uint64_t{0} << (shift + 7);
      return static_cast<int64_t>(value);
    }
    endless_leb128();
  }
  void skip_leb128() {
    while ((u8() & 0x80) != 0) {
    }
  }

  // The text up to its NUL.
  std::string_view text() {
    const void* nul = left() == 0 ? nullptr : std::memchr(at_, 0, left());
    if (nul == nullptr) {
      reader_->reject(fmt::format("text at offset {:#x} without an end", offset()),
                      "a NUL after it");
    }
    const char* first = reinterpret_cast<const char*>(at_);
    std::string_view found(first, static_cast<std::size_t>(static_cast<const char*>(nul) - first));
    at_ += found.size() + 1;
    return found;
  }

 private:
  // 10 bytes hold 64 bits; a producer that pads a number beyond that is unknown.
  static constexpr int longest_leb128_shift = 70;

  template <class Number>
  Number number() {
    if (left() < sizeof(Number)) too_short(sizeof(Number));
    Number value;
    std::memcpy(&value, at_, sizeof value);
    at_ += sizeof value;
    return swapped_ ? std::byteswap(value) : value;
  }

  uint64_t odd_sized(uint64_t bytes) {
    if (bytes == 0 || bytes > sizeof(uint64_t)) {
      reader_->reject(fmt::format("a number of {} bytes at offset {:#x}", bytes, offset()),
                      "1 to 8");
    }
    bool little = (std::endian::native == std::endian::little) != swapped_;
    uint64_t value = 0;
    for (uint64_t index = 0; index < bytes; ++index) {
      uint64_t byte = u8();
      value = little ? value | byte << (8 * index) : value << 8 | byte;
    }
    return value;
  }

  [[noreturn, gnu::cold, gnu::noinline]] void too_short(uint64_t bytes) const {
    reader_->reject(fmt::format("an end at offset {:#x}", static_cast<uint64_t>(end_ - start_)),
                    fmt::format("{} bytes at offset {:#x}", bytes, offset()));
  }
  [[noreturn, gnu::cold, gnu::noinline]] void endless_leb128() const {
    reader_->reject(
        fmt::format("a LEB128 number longer than 10 bytes before offset {:#x}", offset()),
        "its last byte");
  }

  const ByteReader* reader_;
  const std::byte* start_;
  const std::byte* at_;
  const std::byte* end_;
  bool swapped_;
};

}  // namespace ltoscope::elf
