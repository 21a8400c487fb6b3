// Reads the call-site part of the table that the C++ personality routines use; actions and types
// are not needed.
#include "elf/exception_table.h"

#include "elf/encoded_pointer.h"

namespace ltoscope::elf {

std::vector<ExceptionRange> read_exception_table(const Image& image, const UnwindEntry& entry) {
  PlacedBytes table = placed_bytes_from(image, "exception table", entry.exception_table);
  ByteCursor cursor(table.bytes, 0);
  uint64_t landing_base = entry.code.begin;
  uint8_t base_encoding = cursor.u8();
  if (base_encoding != omitted_pointer) {
    landing_base = read_encoded_pointer(image, table, cursor, base_encoding, 0);
  }
  if (cursor.u8() != omitted_pointer) cursor.unsigned_leb128();  // where types are
  uint8_t encoding = cursor.u8();
  uint64_t size = cursor.unsigned_leb128();
  uint64_t end = cursor.offset() + size;
  std::vector<ExceptionRange> ranges;
  while (cursor.offset() < end) {
    uint64_t begin = read_encoded_number(image, table.bytes, cursor, encoding);
    uint64_t length = read_encoded_number(image, table.bytes, cursor, encoding);
    uint64_t landing = read_encoded_number(image, table.bytes, cursor, encoding);
    cursor.unsigned_leb128();  // action
    if (landing == 0) continue;
    uint64_t address = entry.code.begin + begin;
    ranges.push_back({{address, address + length}, landing_base + landing});
  }
  return ranges;
}

}  // namespace ltoscope::elf
