// Looks at the location of each variable: an offset, then an operation that makes it an address of
// this thread.
#include "dwarf/thread_locals.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include "dwarf/entry.h"
#include "dwarf/entry_walk.h"
#include "dwarf/type_size.h"

namespace ltoscope::dwarf {
namespace {

// What the first operation of the expression puts on the stack; nothing for one that is not a
// number.
std::optional<uint64_t> first_number(const DwarfFile& file, const Unit& unit,
                                     elf::InlineCursor& expression) {
  switch (static_cast<Operation>(expression.u8())) {
    case Operation::const1u:
      return expression.u8();
    case Operation::const2u:
      return expression.u16();
    case Operation::const4u:
      return expression.u32();
    case Operation::const8u:
      return expression.u64();
    case Operation::constu:
      return expression.unsigned_leb128();
    case Operation::addr:
      return expression.sized(unit.encoding.address_size);
    case Operation::addrx:
    case Operation::constx:
    case Operation::gnu_addr_index:
    case Operation::gnu_const_index:
      return address_of(file, unit, {Form::addrx, expression.unsigned_leb128()});
    default:
      return std::nullopt;
  }
}

std::optional<uint64_t> offset_of(const DwarfFile& file, const Unit& unit, const Value& location) {
  // A list of locations is of a variable that moves: none of these.
  if (!is_block(location.form) || location.size == 0) return std::nullopt;
  elf::InlineCursor expression(file.sections.units, location.number,
                               location.number + location.size);
  std::optional<uint64_t> offset = first_number(file, unit, expression);
  if (!offset || expression.left() == 0) return std::nullopt;
  Operation operation = static_cast<Operation>(expression.u8());
  if (operation != Operation::form_tls_address && operation != Operation::gnu_push_tls_address) {
    return std::nullopt;
  }
  // A part of a variable that was taken apart.
  if (expression.left() != 0 && static_cast<Operation>(expression.u8()) == Operation::plus_uconst) {
    *offset += expression.unsigned_leb128();
  }
  return offset;
}

// A definition outside its class or namespace has its type at the declaration.
uint64_t size_of(const DwarfFile& file, const Unit& unit, const Value& type,
                 const Value& specification) {
  if (type) return type_size(file, unit, type).value_or(0);
  std::optional<EntryPlace> declaration = referred(file, unit, specification);
  std::optional<OpenEntry> entry = declaration ? open_entry(*declaration) : std::nullopt;
  if (!entry) return 0;
  const Unit& holder = *declaration->unit;
  for (const AttributeForm& form : holder.abbreviations->forms_of(*entry->abbreviation)) {
    Value value = read_value(entry->cursor, form, holder.encoding);
    if (form.attribute == Attribute::type) {
      return type_size(*declaration->file, holder, value).value_or(0);
    }
  }
  return 0;
}

std::vector<ThreadLocal> of_unit(const DwarfFile& file, const Unit& unit) {
  std::vector<ThreadLocal> found;
  for_each_entry(
      file, unit, [&](const Abbreviation& abbreviation, elf::InlineCursor& cursor, std::size_t) {
        if (abbreviation.tag != Tag::variable) {
          skip_values(cursor, *unit.abbreviations, abbreviation, unit.encoding);
          return;
        }
        NamingValues naming;
        Value location, type;
        for (const AttributeForm& form : unit.abbreviations->forms_of(abbreviation)) {
          Value value = read_value(cursor, form, unit.encoding);
          naming.take(form.attribute, value);
          if (form.attribute == Attribute::location) location = value;
          if (form.attribute == Attribute::type) type = value;
        }
        std::optional<uint64_t> offset = offset_of(file, unit, location);
        if (!offset) return;
        EntryNames names = names_of(file, unit, naming);
        found.push_back({*offset, std::string(names.linkage_name), std::string(names.name),
                         size_of(file, unit, type, naming.specification)});
      });
  return found;
}

}  // namespace

ThreadLocals thread_locals(const DebugInfo& info, int threads) {
  ThreadLocals result;
  std::vector<std::vector<ThreadLocal>> of_units(info.file ? info.file->units.size() : 0);
  result.incomplete =
      visit_units(info, threads, [&](const DwarfFile& file, const Unit& unit, std::size_t number) {
        of_units[number] = of_unit(file, unit);
      });
  for (std::vector<ThreadLocal>& some : of_units) {
    std::move(some.begin(), some.end(), std::back_inserter(result.variables));
  }
  std::vector<ThreadLocal>& all = result.variables;
  std::sort(all.begin(), all.end(), [](const ThreadLocal& a, const ThreadLocal& b) {
    return std::tie(a.offset, a.linkage_name, a.name, a.size) <
           std::tie(b.offset, b.linkage_name, b.name, b.size);
  });
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return result;
}

}  // namespace ltoscope::dwarf
