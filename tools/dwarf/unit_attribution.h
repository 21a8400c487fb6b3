// What one unit has to say about the addresses in it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dwarf/attribution.h"
#include "dwarf/range_list.h"

namespace ltoscope::dwarf {

// What all units may spend together; in proportion to the debug information and to the addresses
// asked for.
struct UnitAllowance {
  UnitAllowance(const DebugInfo& info, std::size_t addresses);
  Allowance range_entries;
  Allowance covered;     // addresses inside ranges, once for each
  Allowance line_steps;  // operations of line tables, and addresses inside sequences
};

// As Attributions, with numbers that count within the unit.
struct UnitAttribution {
  CompileUnit unit;
  std::vector<Attribution> of;  // without the unit's number
  std::vector<Frame> frames;
  std::vector<Function> functions;
  std::vector<std::string> files;
  std::vector<std::string> incomplete;
};

// Requires: addresses are sorted. Throws nothing: what fails is a reason.
UnitAttribution attribute_unit(const DebugInfo& info, const Unit& unit,
                               std::span<const uint64_t> addresses, UnitAllowance& allowance);

}  // namespace ltoscope::dwarf
