// Reads and skips each form of DWARF 2 to 5 and of the extensions.
#include "dwarf/form.h"

#include <fmt/format.h>

namespace ltoscope::dwarf {
namespace {

Value block(elf::InlineCursor& cursor, Form form, uint64_t size) {
  Value value{form, cursor.offset(), size};
  cursor.skip(size);
  return value;
}

Form indirect_form(elf::InlineCursor& cursor) {
  uint64_t at = cursor.offset();
  uint64_t number = cursor.unsigned_leb128();
  Form form = static_cast<Form>(number);
  // Either would need what only an abbreviation can hold, or go on for ever.
  if (number > 0xffff || form == Form::indirect || form == Form::implicit_const) {
    cursor.reader().reject(fmt::format("form {:#x} named at offset {:#x}", number, at),
                           "a form with a value of its own");
  }
  return form;
}

}  // namespace

Value read_value(elf::InlineCursor& cursor, const AttributeForm& attribute,
                 const Encoding& encoding) {
  Form form = attribute.form;
  if (form == Form::indirect) form = indirect_form(cursor);
  switch (form) {
    case Form::addr:
      return {form, cursor.sized(encoding.address_size)};
    case Form::block1:
      return block(cursor, form, cursor.u8());
    case Form::block2:
      return block(cursor, form, cursor.u16());
    case Form::block4:
      return block(cursor, form, cursor.u32());
    case Form::block:
    case Form::exprloc:
      return block(cursor, form, cursor.unsigned_leb128());
    case Form::data16:
      return block(cursor, form, 16);
    case Form::data1:
    case Form::flag:
    case Form::ref1:
    case Form::strx1:
    case Form::addrx1:
      return {form, cursor.u8()};
    case Form::data2:
    case Form::ref2:
    case Form::strx2:
    case Form::addrx2:
      return {form, cursor.u16()};
    case Form::strx3:
    case Form::addrx3:
      return {form, cursor.sized(3)};
    case Form::data4:
    case Form::ref4:
    case Form::ref_sup4:
    case Form::strx4:
    case Form::addrx4:
      return {form, cursor.u32()};
    case Form::data8:
    case Form::ref8:
    case Form::ref_sup8:
    case Form::ref_sig8:
      return {form, cursor.u64()};
    case Form::string: {
      uint64_t at = cursor.offset();
      cursor.text();
      return {form, at};
    }
    case Form::sdata:
      return {form, static_cast<uint64_t>(cursor.signed_leb128())};
    case Form::udata:
    case Form::ref_udata:
    case Form::strx:
    case Form::addrx:
    case Form::loclistx:
    case Form::rnglistx:
    case Form::gnu_addr_index:
    case Form::gnu_str_index:
      return {form, cursor.unsigned_leb128()};
    case Form::strp:
    case Form::sec_offset:
    case Form::strp_sup:
    case Form::line_strp:
    case Form::gnu_ref_alt:
    case Form::gnu_strp_alt:
      return {form, cursor.sized(encoding.offset_size)};
    case Form::ref_addr:
      // Version 2 gave it the size of an address.
      return {form,
              cursor.sized(encoding.version <= 2 ? encoding.address_size : encoding.offset_size)};
    case Form::flag_present:
      return {form, 1};
    case Form::implicit_const:
      return {form, static_cast<uint64_t>(attribute.constant)};
    default:
      cursor.reader().reject(fmt::format("form {:#x} before offset {:#x}",
                                         static_cast<uint16_t>(form), cursor.offset()),
                             "a form of DWARF 2 to 5");
  }
}

void skip_values(elf::InlineCursor& cursor, const AbbreviationTable& table,
                 const Abbreviation& abbreviation, const Encoding& encoding) {
  if (abbreviation.fixed) {
    cursor.skip(abbreviation.fixed_bytes +
                uint64_t{abbreviation.addresses} * encoding.address_size +
                uint64_t{abbreviation.offsets} * encoding.offset_size);
    return;
  }
  for (const AttributeForm& form : table.forms_of(abbreviation)) {
    switch (form.form) {
      case Form::udata:
      case Form::sdata:
      case Form::ref_udata:
      case Form::strx:
      case Form::addrx:
      case Form::loclistx:
      case Form::rnglistx:
        cursor.skip_leb128();
        break;
      default:
        read_value(cursor, form, encoding);
    }
  }
}

bool is_address(Form form) {
  switch (form) {
    case Form::addr:
    case Form::addrx:
    case Form::addrx1:
    case Form::addrx2:
    case Form::addrx3:
    case Form::addrx4:
    case Form::gnu_addr_index:
      return true;
    default:
      return false;
  }
}

bool is_block(Form form) {
  switch (form) {
    case Form::block:
    case Form::block1:
    case Form::block2:
    case Form::block4:
    case Form::exprloc:
      return true;
    default:
      return false;
  }
}

}  // namespace ltoscope::dwarf
