// What an instruction of AArch64 code leads to, step by step: the stub that a branch goes to, what
// registers hold before it, and the slots and symbols behind them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "audit/explanation.h"
#include "audit/function_names.h"

namespace ltoscope::audit {

// Requires: sites have code, and address is in it. begin: of the instruction that holds it.
struct Aarch64Explanation {
  uint64_t begin;
  std::vector<Explained> lines;
};

// explain_word: adds what the loader makes of the word at an address; false: no relocation is
// there.
Aarch64Explanation explain_aarch64(
    const Library& library, const LibrarySites& sites, const FunctionNames& names, uint64_t address,
    const std::function<bool(uint64_t, std::vector<Explained>&)>& explain_word);

}  // namespace ltoscope::audit
