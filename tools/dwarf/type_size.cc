// Follows names and qualifiers to a type that has a size, a bounded number of times; arrays
// multiply.
#include "dwarf/type_size.h"

namespace ltoscope::dwarf {
namespace {

// Names of names, qualifiers, arrays of arrays.
constexpr int most_steps = 16;
// Dimensions of an array; each is an entry below it.
constexpr int most_dimensions = 64;

struct TypeValues {
  Value size, element;
};

// Leaves the cursor behind the entry's attributes.
TypeValues type_values(OpenEntry& entry, const Unit& unit) {
  TypeValues values;
  for (const AttributeForm& form : unit.abbreviations->forms_of(*entry.abbreviation)) {
    Value value = read_value(entry.cursor, form, unit.encoding);
    if (form.attribute == Attribute::byte_size) values.size = value;
    if (form.attribute == Attribute::type) values.element = value;
  }
  return values;
}

bool is_constant(const Value& value) {
  switch (value.form) {
    case Form::data1:
    case Form::data2:
    case Form::data4:
    case Form::data8:
    case Form::udata:
    case Form::sdata:
    case Form::implicit_const:
      return true;
    default:
      return false;
  }
}

// Products that do not fit are of a malformed file.
std::optional<uint64_t> multiplied(uint64_t a, uint64_t b) {
  uint64_t product;
  if (__builtin_mul_overflow(a, b, &product)) return std::nullopt;
  return product;
}

// Elements of the array whose children begin at the cursor.
std::optional<uint64_t> array_length(const Unit& unit, elf::InlineCursor cursor) {
  uint64_t elements = 1;
  for (int dimension = 0; dimension < most_dimensions; ++dimension) {
    uint64_t code = cursor.unsigned_leb128();
    if (code == 0) return dimension == 0 ? std::nullopt : std::optional(elements);
    const Abbreviation* abbreviation = unit.abbreviations->find(code);
    // Nothing else is known to stand there, and nothing stands below a dimension.
    if (abbreviation == nullptr || abbreviation->tag != Tag::subrange_type ||
        abbreviation->has_children) {
      return std::nullopt;
    }
    std::optional<uint64_t> length;
    for (const AttributeForm& form : unit.abbreviations->forms_of(*abbreviation)) {
      Value value = read_value(cursor, form, unit.encoding);
      if (!is_constant(value)) continue;
      if (form.attribute == Attribute::count) length = value.number;
      if (form.attribute == Attribute::upper_bound) length = value.number + 1;
    }
    std::optional<uint64_t> all = length ? multiplied(elements, *length) : std::nullopt;
    if (!all) return std::nullopt;
    elements = *all;
  }
  return std::nullopt;
}

}  // namespace

std::optional<uint64_t> type_size(const DwarfFile& file, const Unit& unit, const Value& type) {
  uint64_t times = 1;
  EntryPlace place{&file, &unit, 0};
  Value next = type;
  for (int step = 0; step < most_steps; ++step) {
    std::optional<EntryPlace> target = referred(*place.file, *place.unit, next);
    if (!target) return std::nullopt;
    place = *target;
    std::optional<OpenEntry> entry = open_entry(place);
    if (!entry) return std::nullopt;
    TypeValues values = type_values(*entry, *place.unit);
    if (is_constant(values.size)) return multiplied(times, values.size.number);
    switch (entry->abbreviation->tag) {
      case Tag::pointer_type:
      case Tag::reference_type:
      case Tag::rvalue_reference_type:
        return multiplied(times, place.unit->encoding.address_size);
      case Tag::array_type: {
        std::optional<uint64_t> length = entry->abbreviation->has_children
                                             ? array_length(*place.unit, entry->cursor)
                                             : std::nullopt;
        std::optional<uint64_t> all = length ? multiplied(times, *length) : std::nullopt;
        if (!all) return std::nullopt;
        times = *all;
        break;
      }
      case Tag::typedef_type:
      case Tag::const_type:
      case Tag::volatile_type:
      case Tag::atomic_type:
        break;
      default:
        return std::nullopt;
    }
    next = values.element;
  }
  return std::nullopt;
}

}  // namespace ltoscope::dwarf
