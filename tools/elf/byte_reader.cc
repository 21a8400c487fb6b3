// The checks behind every read.
#include "elf/byte_reader.h"

#include <fmt/format.h>

#include <cstring>

#include "command/failure.h"

namespace ltoscope::elf {
namespace {

constexpr int leb128_bits = 7;
constexpr int longest_leb128 = 10;  // bytes that hold 64 bits

}  // namespace

void ByteReader::reject(std::string_view found, std::string_view expected) const {
  throw Failure(ExitCode::bad_input,
                fmt::format("{}: {}: found {}, expected {}", file_, place_, found, expected));
}

void ByteReader::reject_end(uint64_t offset, uint64_t size) const {
  reject(fmt::format("{} bytes", bytes_.size()),
         fmt::format("{} bytes at offset {:#x}", size, offset));
}

std::string_view ByteReader::text(uint64_t offset) const {
  require(offset, 1);
  const char* start = reinterpret_cast<const char*>(bytes_.data() + offset);
  const void* end = std::memchr(start, 0, bytes_.size() - offset);
  if (end == nullptr) {
    reject(fmt::format("text at offset {:#x} without an end", offset), "a NUL after it");
  }
  return {start, static_cast<const char*>(end)};
}

ByteReader ByteReader::part(std::string place, uint64_t offset, uint64_t size) const {
  ByteReader inner(file_, std::move(place), {}, order_);
  if (offset > bytes_.size() || size > bytes_.size() - offset) {
    inner.reject(fmt::format("{} bytes in {}", bytes_.size(), place_),
                 fmt::format("{} bytes at offset {:#x}", size, offset));
  }
  inner.bytes_ = bytes_.subspan(offset, size);
  return inner;
}

void ByteCursor::skip(uint64_t bytes) {
  uint64_t next = offset_ + bytes;
  if (next < offset_ || next > reader_.size()) {
    reader_.reject(fmt::format("{} bytes", reader_.size()),
                   fmt::format("{} bytes at offset {:#x}", bytes, offset_));
  }
  offset_ = next;
}

uint8_t ByteCursor::u8() {
  uint8_t number = reader_.u8(offset_);
  offset_ += sizeof number;
  return number;
}

uint16_t ByteCursor::u16() {
  uint16_t number = reader_.u16(offset_);
  offset_ += sizeof number;
  return number;
}

uint32_t ByteCursor::u32() {
  uint32_t number = reader_.u32(offset_);
  offset_ += sizeof number;
  return number;
}

uint64_t ByteCursor::u64() {
  uint64_t number = reader_.u64(offset_);
  offset_ += sizeof number;
  return number;
}

uint64_t ByteCursor::unsigned_leb128() {
  uint64_t value = 0;
  for (int index = 0; index < longest_leb128; ++index) {
    uint8_t byte = u8();
    value |= static_cast<uint64_t>(byte & 0x7f) << (leb128_bits * index);
    if ((byte & 0x80) == 0) return value;
  }
  reader_.reject(fmt::format("a LEB128 number longer than {} bytes before offset {:#x}",
                             longest_leb128, offset_),
                 "its last byte");
}

int64_t ByteCursor::signed_leb128() {
  uint64_t start = offset_;
  uint64_t value = unsigned_leb128();
  uint64_t length = offset_ - start;
  bool negative = (reader_.u8(offset_ - 1) & 0x40) != 0;
  if (negative && length < longest_leb128) value |= ~uint64_t{0} << (leb128_bits * length);
  return static_cast<int64_t>(value);
}

}  // namespace ltoscope::elf
