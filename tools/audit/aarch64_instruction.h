// AArch64 machine code, decoded as far as following addresses needs. Every word has a meaning here:
// one that no processor knows is taken for an instruction that overwrites what stands where most
// have their destination.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "audit/instruction.h"

namespace ltoscope::audit {

inline constexpr Register x16 = 16, x17 = 17, x29 = 29, x30 = 30;
// Number 31 is the stack pointer in some fields of instructions and zero in others.
inline constexpr Register aarch64_sp = 31;

inline constexpr uint64_t aarch64_size = 4;  // bytes of every instruction

// Nothing when fewer than 4 bytes are left. Code is little-endian, also in big-endian files.
std::optional<uint32_t> aarch64_word(std::span<const std::byte> code);
std::optional<Instruction> decode_aarch64(std::span<const std::byte> code, uint64_t address);
Instruction decode_aarch64_word(uint32_t word, uint64_t address);

// Where the word, at address, branches to: b, bl, b.cond, cbz, cbnz, tbz, tbnz, cb. Nothing for
// others.
std::optional<uint64_t> aarch64_branch_target(uint32_t word, uint64_t address);

// Where `adr` or `adrp` points to; nothing for others.
std::optional<uint64_t> aarch64_adr_target(uint32_t word, uint64_t address);
std::optional<uint64_t> aarch64_adrp_target(uint32_t word, uint64_t address);

// `mrs` of tpidr_el0.
bool is_aarch64_thread_pointer_read(uint32_t word);

// "Branch target identification" for calls, and for calls and jumps.
bool is_bti_for_calls(uint32_t word);

}  // namespace ltoscope::audit
