// Values of attributes as an entry holds them: numbers, offsets and indexes that are not yet looked
// up.
#pragma once

#include <cstdint>

#include "dwarf/abbreviations.h"
#include "dwarf/constants.h"
#include "elf/inline_cursor.h"

namespace ltoscope::dwarf {

// What the sizes of forms depend on.
struct Encoding {
  uint16_t version;
  uint8_t address_size;
  uint8_t offset_size;  // 8 in the 64-bit format, else 4
};

struct Value {
  Form form = Form{};   // 0: the entry lacks the attribute
  uint64_t number = 0;  // a constant, address, offset or index; of a block, data16 and string:
                        // where its bytes begin
  uint64_t size = 0;    // of a block and data16

  explicit operator bool() const { return form != Form{}; }
};

// Throws Failure(bad_input) for a form that is unknown: what follows it cannot be found.
Value read_value(elf::InlineCursor& cursor, const AttributeForm& form, const Encoding& encoding);

// Passes an entry's attributes by.
void skip_values(elf::InlineCursor& cursor, const AbbreviationTable& table,
                 const Abbreviation& abbreviation, const Encoding& encoding);

bool is_address(Form form);
bool is_block(Form form);

}  // namespace ltoscope::dwarf
