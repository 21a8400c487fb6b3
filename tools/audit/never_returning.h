// Calls that do not come back (abort, __cxa_throw and their like). What follows such a call in the
// code belongs to other ways through the function.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "audit/code_map.h"
#include "audit/instruction.h"
#include "elf/relocations.h"
#include "elf/symbols.h"

namespace ltoscope::audit {

struct NeverReturning {
  std::unordered_set<uint64_t> slots;    // that hold the address of such a function
  std::unordered_set<uint64_t> entries;  // of such functions defined in the file
};

// Known by name: those of the C and C++ runtimes. symbol_table: nullptr when the file was stripped.
NeverReturning find_never_returning(const elf::Relocations& relocations,
                                    const std::vector<elf::Symbol>& dynamic_symbols,
                                    const std::vector<elf::Symbol>* symbol_table);

// Whether the instruction is a call of one of them: directly, through a PLT entry, or through a
// slot that it names.
bool never_returns(const NeverReturning& known, const CodeMap& code,
                   const Instruction& instruction);

}  // namespace ltoscope::audit
