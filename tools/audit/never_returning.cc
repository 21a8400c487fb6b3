// The names, and how a call is traced to one of them.
#include "audit/never_returning.h"

#include <algorithm>
#include <array>

#include "audit/aarch64_stubs.h"

namespace ltoscope::audit {
namespace {

constexpr std::array<std::string_view, 19> names = {
    "abort",
    "exit",
    "_exit",
    "_Exit",
    "quick_exit",
    "longjmp",
    "__assert_fail",
    "__chk_fail",
    "__stack_chk_fail",
    "_Unwind_Resume",
    "__cxa_throw",
    "__cxa_rethrow",
    "__cxa_bad_cast",
    "__cxa_bad_typeid",
    "__cxa_call_unexpected",
    "__cxa_pure_virtual",
    "__cxa_throw_bad_array_new_length",
    "__clang_call_terminate",
    "_ZSt9terminatev",
};

constexpr int longest_plt_prologue =
    3;  // instructions before the jump of a PLT entry, and the jump

bool is_named(std::string_view symbol) {
  // Nearly all C++ names.
  if (symbol.starts_with("_Z") && !symbol.starts_with("_ZSt")) return false;
  if (std::find(names.begin(), names.end(), symbol) != names.end()) return true;
  // std::__throw_length_error and so on.
  std::size_t digits = symbol.starts_with("_ZSt") ? symbol.find_first_not_of("0123456789", 4) : 0;
  return digits != 0 && digits != symbol.npos && symbol.substr(digits).starts_with("__throw_");
}

void add_entries(const std::vector<elf::Symbol>& symbols, NeverReturning& known) {
  for (const elf::Symbol& symbol : symbols) {
    if (symbol.defined && !symbol.absolute && is_named(symbol.name)) {
      known.entries.insert(symbol.address);
    }
  }
}

// The slot that code at address jumps through at once, as a PLT entry does; 0: none.
uint64_t slot_behind(const CodeMap& code, uint64_t address) {
  if (code.image->machine == elf::Machine::aarch64) {
    std::optional<Aarch64Stub> stub = aarch64_stub_at(code, address);
    return stub && stub->kind == Aarch64Stub::Kind::through_slot ? stub->target : 0;
  }
  for (int count = 0; count < longest_plt_prologue; ++count) {
    std::optional<Instruction> instruction =
        decode(code.image->machine, code_from(code, address), address);
    if (!instruction) return 0;
    const Operand& target = instruction->operands[0];
    if (instruction->operation == Operation::jump) {
      bool named = target.kind == Operand::Kind::memory && target.memory.pc_relative;
      return named ? static_cast<uint64_t>(target.memory.displacement) : 0;
    }
    address = instruction->end();
  }
  return 0;
}

}  // namespace

NeverReturning find_never_returning(const elf::Relocations& relocations,
                                    const std::vector<elf::Symbol>& dynamic_symbols,
                                    const std::vector<elf::Symbol>* symbol_table) {
  NeverReturning known;
  add_entries(dynamic_symbols, known);
  if (symbol_table != nullptr) add_entries(*symbol_table, known);
  std::vector<bool> never_return(dynamic_symbols.size());
  for (std::size_t index = 1; index < dynamic_symbols.size(); ++index) {
    never_return[index] = is_named(dynamic_symbols[index].name);
  }
  relocations.for_each([&](const elf::Relocation& relocation) {
    if (relocation.symbol < never_return.size() && never_return[relocation.symbol]) {
      known.slots.insert(relocation.address);
    }
  });
  return known;
}

bool never_returns(const NeverReturning& known, const CodeMap& code,
                   const Instruction& instruction) {
  if (instruction.operation != Operation::call) return false;
  const Operand& target = instruction.operands[0];
  if (target.kind == Operand::Kind::memory) {
    return target.memory.pc_relative &&
           known.slots.contains(static_cast<uint64_t>(target.memory.displacement));
  }
  if (target.kind != Operand::Kind::immediate) return false;
  return known.entries.contains(target.immediate) ||
         known.slots.contains(slot_behind(code, target.immediate));
}

}  // namespace ltoscope::audit
