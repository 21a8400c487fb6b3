// Abbreviation tables: for each code that entries of a unit begin with, the entry's tag and the
// forms of its attributes.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "dwarf/constants.h"
#include "elf/byte_reader.h"

namespace ltoscope::dwarf {

struct AttributeForm {
  Attribute attribute;
  Form form;
  int64_t constant;  // of implicit_const
};

struct Abbreviation {
  Tag tag;
  bool has_children;
  // When no attribute's size depends on its bytes: what all take together is fixed_bytes, and so
  // many addresses and offsets. So an entry that does not matter is passed by in one step.
  bool fixed;
  uint32_t fixed_bytes;
  uint32_t addresses;
  uint32_t offsets;
  uint32_t first_form;  // index into the table's forms
  uint32_t form_count;
};

struct AbbreviationTable {
  std::vector<AttributeForm> forms;
  std::vector<Abbreviation> list;  // code 1 first, as far as codes follow one another from 1
  std::unordered_map<uint64_t, Abbreviation> others;

  const Abbreviation* find(uint64_t code) const {
    // Code 0 wraps and is not found.
    if (code - 1 < list.size()) return &list[code - 1];
    auto found = others.find(code);
    return found == others.end() ? nullptr : &found->second;
  }
  std::span<const AttributeForm> forms_of(const Abbreviation& abbreviation) const {
    return std::span(forms).subspan(abbreviation.first_form, abbreviation.form_count);
  }
};

// The table at offset, which is moved to behind it. Throws Failure(bad_input).
AbbreviationTable read_abbreviations(const elf::ByteReader& section, uint64_t& offset);

}  // namespace ltoscope::dwarf
