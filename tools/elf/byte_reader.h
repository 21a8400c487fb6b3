// The one way to read bytes of a file: every access is checked against the part that it may touch,
// and an access outside it throws a Failure that names file, place, found and expected.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

namespace ltoscope::elf {

class ByteReader {
 public:
  // file must outlive the reader. place is what messages call these bytes: "section headers".
  ByteReader(std::string_view file, std::string place, std::span<const std::byte> bytes,
             std::endian order)
      : file_(file), place_(std::move(place)), bytes_(bytes), order_(order) {}

  uint64_t size() const { return bytes_.size(); }
  std::span<const std::byte> bytes() const { return bytes_; }
  std::string_view file() const { return file_; }
  std::endian order() const { return order_; }

  uint8_t u8(uint64_t offset) const { return unsigned_at<uint8_t>(offset); }
  uint16_t u16(uint64_t offset) const { return unsigned_at<uint16_t>(offset); }
  uint32_t u32(uint64_t offset) const { return unsigned_at<uint32_t>(offset); }
  uint64_t u64(uint64_t offset) const { return unsigned_at<uint64_t>(offset); }

  // The text from offset up to its NUL.
  std::string_view text(uint64_t offset) const;

  // The bytes [offset, offset + size) as a reader of their own.
  ByteReader part(std::string place, uint64_t offset, uint64_t size) const;

  // Throws Failure(bad_input): "<file>: <place>: found <found>, expected <expected>".
  [[noreturn]] void reject(std::string_view found, std::string_view expected) const;

 private:
  // In the header, as is the check: tables of libraries have millions of fields.
  template <class Number>
  Number unsigned_at(uint64_t offset) const {
    require(offset, sizeof(Number));
    Number number;
    std::memcpy(&number, bytes_.data() + offset, sizeof number);
    return order_ == std::endian::native ? number : std::byteswap(number);
  }
  void require(uint64_t offset, uint64_t size) const {
    // Written so that neither sum can overflow.
    if (offset > bytes_.size() || size > bytes_.size() - offset) reject_end(offset, size);
  }
  [[noreturn, gnu::cold, gnu::noinline]] void reject_end(uint64_t offset, uint64_t size) const;

  std::string_view file_;
  std::string place_;
  std::span<const std::byte> bytes_;
  std::endian order_;
};

// Reads one item after another, as encoded tables need. The reader must outlive it.
class ByteCursor {
 public:
  ByteCursor(const ByteReader& reader, uint64_t offset) : reader_(reader), offset_(offset) {}

  uint64_t offset() const { return offset_; }
  void skip(uint64_t bytes);
  uint8_t u8();
  uint16_t u16();
  uint32_t u32();
  uint64_t u64();
  uint64_t unsigned_leb128();
  int64_t signed_leb128();

 private:
  const ByteReader& reader_;
  uint64_t offset_;
};

}  // namespace ltoscope::elf
