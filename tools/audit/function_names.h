// The function that an address lies in, by name: from the symbol tables, else from where the unwind
// table says that a function begins.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "audit/code_map.h"
#include "audit/library.h"

namespace ltoscope::audit {

struct NamedFunction {
  uint64_t begin = 0;
  uint64_t end = 0;
  // The linker's name, without a version. Empty: no symbol has it.
  std::string_view name;
  int aliases = 0;  // further names of the same code
};

// Library and code must outlive it.
class FunctionNames {
 public:
  FunctionNames(const Library& library, const CodeMap& code);

  // Without a name and with begin and end 0 when no function is known there.
  NamedFunction at(uint64_t address) const;

 private:
  void add(const std::vector<elf::Symbol>& symbols);

  const CodeMap& code_;
  std::vector<NamedFunction> functions_;  // sorted by begin, each begin once
};

// "name", or "function at 0x1234", or "outside functions".
std::string label_of(const NamedFunction& function);

}  // namespace ltoscope::audit
