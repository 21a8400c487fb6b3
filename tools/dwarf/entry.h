// Entries that are found through a reference from another: what they are called.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "dwarf/dwarf_file.h"

namespace ltoscope::dwarf {

// Where an entry is.
struct EntryPlace {
  const DwarfFile* file;
  const Unit* unit;
  uint64_t offset;
};

// The attributes of an entry that names hang on.
struct NamingValues {
  Value name, linkage_name, abstract_origin, specification;
  // Takes the value when it is one of the four.
  void take(Attribute attribute, const Value& value);
};

struct EntryNames {
  std::string_view name;  // as in the source, without its scopes; empty when there is none
  std::string_view
      linkage_name;  // mangled; empty when there is none (C, and what the compiler made up)
};

// The entry that a reference stands for; nothing when it is of another kind (a type's signature),
// leads into an alternate file that is not there, or to where no unit is.
std::optional<EntryPlace> referred(const DwarfFile& file, const Unit& unit, const Value& reference);

// Names of an entry, its own or those of what it is an instance of or defines. Throws
// Failure(bad_input) for text that points nowhere.
EntryNames names_of(const DwarfFile& file, const Unit& unit, NamingValues values);
EntryNames names_of(const EntryPlace& place);

// The tag of the entry at a place, and its attributes to be read; nothing between entries.
struct OpenEntry {
  const Abbreviation* abbreviation;
  elf::InlineCursor cursor;  // at the first attribute
};
std::optional<OpenEntry> open_entry(const EntryPlace& place);

}  // namespace ltoscope::dwarf
