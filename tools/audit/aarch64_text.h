// AArch64 instructions as an assembler writes them, for people: those that branches, addresses and
// moves of whole registers are made of.
#pragma once

#include <cstdint>
#include <string>

namespace ltoscope::audit {

// "ldr x1, [x0, #0x18]"; ".inst 0x0b020020" for an instruction that has no text here.
std::string aarch64_text(uint32_t word, uint64_t address);

// Whether no processor gives the word a meaning, as far as whole groups of words go: udf, and
// groups that the architecture has not allocated.
bool is_aarch64_undefined(uint32_t word);

}  // namespace ltoscope::audit
