// Reads the call-site part of the table that the C++ personality routines use; actions and types
// are not needed.
#include "elf/exception_table.h"

#include <algorithm>

#include "elf/encoded_pointer.h"

namespace ltoscope::elf {

std::vector<ExceptionRange> read_exception_table(const Image& image, const UnwindEntry& entry,
                                                 Allowance& records) {
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
  uint64_t code_size = entry.code.end - entry.code.begin;
  uint64_t covered = 0;  // distances from the code's begin, as in the records
  while (cursor.offset() < end && covered < code_size) {
    if (!records.spend(1)) {
      table.bytes.reject("records that many functions share", "a table for each function");
    }
    uint64_t begin = read_encoded_number(image, table.bytes, cursor, encoding);
    uint64_t length = read_encoded_number(image, table.bytes, cursor, encoding);
    uint64_t landing = read_encoded_number(image, table.bytes, cursor, encoding);
    cursor.unsigned_leb128();  // action
    uint64_t from = std::max(begin, covered);
    uint64_t to = length > code_size - std::min(begin, code_size) ? code_size : begin + length;
    if (from >= to) continue;
    covered = to;
    if (landing == 0) continue;
    ranges.push_back({{entry.code.begin + from, entry.code.begin + to}, landing_base + landing});
  }
  return ranges;
}

}  // namespace ltoscope::elf
