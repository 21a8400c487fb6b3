// Follows references from instance to origin to declaration, a bounded number of times, since a
// file may refer in circles.
#include "dwarf/entry.h"

namespace ltoscope::dwarf {
namespace {

// An inlined instance refers to its abstract origin, that to a declaration; tools that merge units
// add a step or two.
constexpr int most_steps = 16;

NamingValues naming_values(const EntryPlace& place) {
  NamingValues values;
  std::optional<OpenEntry> entry = open_entry(place);
  if (!entry) return values;
  for (const AttributeForm& form : place.unit->abbreviations->forms_of(*entry->abbreviation)) {
    values.take(form.attribute, read_value(entry->cursor, form, place.unit->encoding));
  }
  return values;
}

}  // namespace

void NamingValues::take(Attribute attribute, const Value& value) {
  switch (attribute) {
    case Attribute::name:
      name = value;
      break;
    case Attribute::linkage_name:
    case Attribute::mips_linkage_name:
      linkage_name = value;
      break;
    case Attribute::abstract_origin:
      abstract_origin = value;
      break;
    case Attribute::specification:
      specification = value;
      break;
    default:
      break;
  }
}

std::optional<OpenEntry> open_entry(const EntryPlace& place) {
  elf::InlineCursor cursor(place.file->sections.units, place.offset, place.unit->end);
  const Abbreviation* abbreviation = place.unit->abbreviations->find(cursor.unsigned_leb128());
  if (abbreviation == nullptr) return std::nullopt;
  return OpenEntry{abbreviation, cursor};
}

std::optional<EntryPlace> referred(const DwarfFile& file, const Unit& unit,
                                   const Value& reference) {
  const DwarfFile* holder = &file;
  switch (reference.form) {
    case Form::ref1:
    case Form::ref2:
    case Form::ref4:
    case Form::ref8:
    case Form::ref_udata: {
      uint64_t offset = unit.offset + reference.number;
      if (offset < unit.entries || offset >= unit.end) return std::nullopt;
      return EntryPlace{&file, &unit, offset};
    }
    case Form::ref_addr:
      break;
    case Form::gnu_ref_alt:
    case Form::ref_sup4:
    case Form::ref_sup8:
      holder = file.alternate.get();
      break;
    default:
      return std::nullopt;
  }
  if (holder == nullptr) return std::nullopt;
  const Unit* target = unit_at(*holder, reference.number);
  if (target == nullptr) return std::nullopt;
  return EntryPlace{holder, target, reference.number};
}

EntryNames names_of(const DwarfFile& file, const Unit& unit, NamingValues values) {
  EntryNames names;
  EntryPlace place{&file, &unit, 0};
  for (int step = 0; step < most_steps; ++step) {
    if (names.name.empty())
      names.name = text_of(*place.file, *place.unit, values.name).value_or("");
    if (names.linkage_name.empty()) {
      names.linkage_name = text_of(*place.file, *place.unit, values.linkage_name).value_or("");
    }
    if (!names.name.empty() && !names.linkage_name.empty()) break;
    const Value& next = values.abstract_origin ? values.abstract_origin : values.specification;
    std::optional<EntryPlace> target = referred(*place.file, *place.unit, next);
    if (!target) break;
    place = *target;
    values = naming_values(place);
  }
  return names;
}

EntryNames names_of(const EntryPlace& place) {
  return names_of(*place.file, *place.unit, naming_values(place));
}

}  // namespace ltoscope::dwarf
