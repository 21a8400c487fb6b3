// Reads abbreviation tables, and adds up what is known of an entry's size in advance.
#include "dwarf/abbreviations.h"

#include <fmt/format.h>

#include <limits>

#include "elf/inline_cursor.h"

namespace ltoscope::dwarf {
namespace {

// An attribute occurs once in an entry and there are fewer of them than this. Without a limit,
// entries of one byte could stand for any number of attributes that take no bytes.
constexpr uint32_t most_attributes = 512;

void add_size(Abbreviation& abbreviation, Form form) {
  switch (form) {
    case Form::data1:
    case Form::flag:
    case Form::ref1:
    case Form::strx1:
    case Form::addrx1:
      abbreviation.fixed_bytes += 1;
      break;
    case Form::data2:
    case Form::ref2:
    case Form::strx2:
    case Form::addrx2:
      abbreviation.fixed_bytes += 2;
      break;
    case Form::strx3:
    case Form::addrx3:
      abbreviation.fixed_bytes += 3;
      break;
    case Form::data4:
    case Form::ref4:
    case Form::ref_sup4:
    case Form::strx4:
    case Form::addrx4:
      abbreviation.fixed_bytes += 4;
      break;
    case Form::data8:
    case Form::ref8:
    case Form::ref_sup8:
    case Form::ref_sig8:
      abbreviation.fixed_bytes += 8;
      break;
    case Form::data16:
      abbreviation.fixed_bytes += 16;
      break;
    case Form::addr:
      abbreviation.addresses += 1;
      break;
    case Form::strp:
    case Form::sec_offset:
    case Form::strp_sup:
    case Form::line_strp:
    case Form::gnu_ref_alt:
    case Form::gnu_strp_alt:
      abbreviation.offsets += 1;
      break;
    case Form::flag_present:
    case Form::implicit_const:
      break;
    default:
      abbreviation.fixed = false;
  }
}

uint16_t small_number(elf::InlineCursor& cursor, std::string_view what) {
  uint64_t at = cursor.offset();
  uint64_t number = cursor.unsigned_leb128();
  if (number > std::numeric_limits<uint16_t>::max()) {
    cursor.reader().reject(fmt::format("{} {:#x} at offset {:#x}", what, number, at),
                           "one below 0x10000");
  }
  return static_cast<uint16_t>(number);
}

}  // namespace

AbbreviationTable read_abbreviations(const elf::ByteReader& section, uint64_t& offset) {
  AbbreviationTable table;
  elf::InlineCursor cursor(section, offset);
  while (uint64_t code = cursor.unsigned_leb128()) {
    Abbreviation abbreviation{.tag = static_cast<Tag>(small_number(cursor, "tag")),
                              .has_children = cursor.u8() != 0,
                              .fixed = true,
                              .fixed_bytes = 0,
                              .addresses = 0,
                              .offsets = 0,
                              .first_form = static_cast<uint32_t>(table.forms.size()),
                              .form_count = 0};
    while (true) {
      uint64_t at = cursor.offset();
      Attribute attribute = static_cast<Attribute>(small_number(cursor, "attribute"));
      Form form = static_cast<Form>(small_number(cursor, "form"));
      if (attribute == Attribute{} && form == Form{}) break;
      int64_t constant = form == Form::implicit_const ? cursor.signed_leb128() : 0;
      if (++abbreviation.form_count > most_attributes) {
        section.reject(fmt::format("more than {} attributes of one entry before offset {:#x}",
                                   most_attributes, at),
                       "fewer");
      }
      table.forms.push_back({attribute, form, constant});
      add_size(abbreviation, form);
    }
    if (code == table.list.size() + 1) {
      table.list.push_back(abbreviation);
    } else {
      table.others.emplace(code, abbreviation);
    }
  }
  offset = cursor.offset();
  return table;
}

}  // namespace ltoscope::dwarf
