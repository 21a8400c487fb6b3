// Walks over all entries of a unit, and over all units.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "dwarf/debug_info.h"
#include "dwarf/dwarf_file.h"
#include "elf/inline_cursor.h"

namespace ltoscope::dwarf {

// Blocks and namespaces in each other: sources have some tens.
constexpr std::size_t most_nested = 65536;

// Calls visit(abbreviation, cursor, depth) for each entry; it must leave the cursor behind the
// entry's attributes. Depth is the number of entries around it.
template <class Visit>
void for_each_entry(const DwarfFile& file, const Unit& unit, const Visit& visit) {
  elf::InlineCursor cursor(file.sections.units, unit.entries, unit.end);
  std::size_t depth = 0;
  while (cursor.left() != 0) {
    uint64_t at = cursor.offset();
    uint64_t code = cursor.unsigned_leb128();
    if (code == 0) {
      if (depth <= 1) return;
      --depth;
      continue;
    }
    const Abbreviation* abbreviation = unit.abbreviations->find(code);
    if (abbreviation == nullptr) {
      file.sections.units.reject(fmt::format("abbreviation {} at offset {:#x}", code, at),
                                 "one of the unit's table");
    }
    visit(*abbreviation, cursor, depth);
    if (abbreviation->has_children) {
      if (++depth > most_nested) {
        file.sections.units.reject(fmt::format("entries {} deep at offset {:#x}", depth, at),
                                   fmt::format("at most {}", most_nested));
      }
    } else if (depth == 0) {
      return;
    }
  }
}

// Calls visit(file, unit, number) for each unit that can hold code or variables, in no order and by
// that many threads at once; for a skeleton with what was split from it, whose file lives as long
// as the call. number: of the unit in info.file. Returns why units were left out or left early.
using VisitUnit = std::function<void(const DwarfFile& file, const Unit& unit, std::size_t number)>;
std::vector<std::string> visit_units(const DebugInfo& info, int threads, const VisitUnit& visit);

// Reasons without repetition, and not more than anyone reads.
class Reasons {
 public:
  explicit Reasons(std::vector<std::string>& out) : out_(out) {}
  ~Reasons();
  Reasons(const Reasons&) = delete;
  Reasons& operator=(const Reasons&) = delete;
  void add(const std::string& reason);

 private:
  std::vector<std::string>& out_;
  int64_t unsaid_ = 0;
};

}  // namespace ltoscope::dwarf
