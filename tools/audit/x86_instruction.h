// x86-64 machine code, decoded by Zydis and reduced to what call sites need. Zydis stays behind
// this header.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "audit/instruction.h"

namespace ltoscope::audit {

enum X86Register : Register {
  rax,
  rcx,
  rdx,
  rbx,
  rsp,
  rbp,
  rsi,
  rdi,
  r8,
  r9,
  r10,
  r11,
  r12,
  r13,
  r14,
  r15,
};

// Nothing when the bytes are no instruction.
std::optional<Instruction> decode(std::span<const std::byte> code, uint64_t address);

// The instruction as an assembler writes it (AT&T), for people; "" when the bytes are no
// instruction.
std::string instruction_text(std::span<const std::byte> code, uint64_t address);

}  // namespace ltoscope::audit
