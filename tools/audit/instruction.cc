// One case for each machine.
#include "audit/instruction.h"

#include "audit/aarch64_instruction.h"
#include "audit/x86_instruction.h"

namespace ltoscope::audit {
namespace {

constexpr std::array<Register, 6> x86_arguments = {rdi, rsi, rdx, rcx, r8, r9};
constexpr std::array<Register, 7> x86_set_at_entry = {rdi, rsi, rdx, rcx, r8, r9, r10};
constexpr std::array<Register, 2> x86_results = {rax, rdx};
constexpr std::array<Register, 7> x86_lost_in_calls = {rdi, rsi, rcx, r8, r9, r10, r11};
constexpr std::array<Register, 6> x86_kept_in_calls = {rbx, rbp, r12, r13, r14, r15};

constexpr CallingConvention x86_convention = {
    .arguments = x86_arguments,
    .set_at_entry = x86_set_at_entry,
    .results = x86_results,
    .lost_in_calls = x86_lost_in_calls,
    .kept_in_calls = x86_kept_in_calls,
    .stack_pointer = rsp,
    .frame_pointer = rbp,
    .result = rax,
    .pushes_return_address = true,
    .calls_through_memory = true,
    .whole_address_operands = true,
};

constexpr std::array<Register, 8> aarch64_arguments = {0, 1, 2, 3, 4, 5, 6, 7};
// x8: where to put a large result; x18: of the platform; x30: where to return to.
constexpr std::array<Register, 11> aarch64_set_at_entry = {0, 1, 2, 3, 4, 5, 6, 7, 8, 18, x30};
constexpr std::array<Register, 2> aarch64_results = {0, 1};
constexpr std::array<Register, 18> aarch64_lost_in_calls = {2,  3,  4,  5,  6,  7,  8,  9,  10,
                                                            11, 12, 13, 14, 15, 16, 17, 18, x30};
constexpr std::array<Register, 11> aarch64_kept_in_calls = {19, 20, 21, 22, 23, 24,
                                                            25, 26, 27, 28, x29};

constexpr CallingConvention aarch64_convention = {
    .arguments = aarch64_arguments,
    .set_at_entry = aarch64_set_at_entry,
    .results = aarch64_results,
    .lost_in_calls = aarch64_lost_in_calls,
    .kept_in_calls = aarch64_kept_in_calls,
    .stack_pointer = aarch64_sp,
    .frame_pointer = x29,
    .result = 0,
    .pushes_return_address = false,
    .calls_through_memory = false,
    .whole_address_operands = false,
};

}  // namespace

std::optional<Instruction> decode(elf::Machine machine, std::span<const std::byte> code,
                                  uint64_t address) {
  if (machine == elf::Machine::aarch64) return decode_aarch64(code, address);
  return decode(code, address);
}

const CallingConvention& calling_convention(elf::Machine machine) {
  return machine == elf::Machine::aarch64 ? aarch64_convention : x86_convention;
}

}  // namespace ltoscope::audit
