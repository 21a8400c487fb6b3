// The pointer encodings of the unwind ABI (DW_EH_PE_*).
#include "elf/encoded_pointer.h"

#include <fmt/format.h>

namespace ltoscope::elf {
namespace {

constexpr uint8_t format_bits = 0x0f;
constexpr uint8_t relation_bits = 0x70;
constexpr uint8_t relative_to_itself = 0x10;
constexpr uint8_t relative_to_header = 0x30;

}  // namespace

PlacedBytes placed_bytes_from(const Image& image, const char* name, uint64_t address) {
  return {bytes_from_address(image, name, address), address};
}

uint64_t read_encoded_number(const Image& image, const ByteReader& bytes, ByteCursor& cursor,
                             uint8_t encoding) {
  auto extended = [](auto number) { return static_cast<uint64_t>(static_cast<int64_t>(number)); };
  switch (encoding & format_bits) {
    case 0x00:
      return image.wide ? cursor.u64() : cursor.u32();
    case 0x01:
      return cursor.unsigned_leb128();
    case 0x02:
      return cursor.u16();
    case 0x03:
      return cursor.u32();
    case 0x04:
    case 0x0c:
      return cursor.u64();
    case 0x09:
      return static_cast<uint64_t>(cursor.signed_leb128());
    case 0x0a:
      return extended(static_cast<int16_t>(cursor.u16()));
    case 0x0b:
      return extended(static_cast<int32_t>(cursor.u32()));
    default:
      bytes.reject(fmt::format("pointer encoding {:#x}", encoding), "one of the unwind ABI");
  }
}

uint64_t read_encoded_pointer(const Image& image, const PlacedBytes& place, ByteCursor& cursor,
                              uint8_t encoding, uint64_t header_address) {
  uint64_t own_address = place.address + cursor.offset();
  uint64_t number = read_encoded_number(image, place.bytes, cursor, encoding);
  switch (encoding & relation_bits) {
    case 0:
      return number;
    case relative_to_itself:
      return own_address + number;
    case relative_to_header:
      return header_address + number;
    default:
      place.bytes.reject(fmt::format("pointer encoding {:#x}", encoding),
                         "a pointer relative to nothing, to itself or to the header");
  }
}

}  // namespace ltoscope::elf
