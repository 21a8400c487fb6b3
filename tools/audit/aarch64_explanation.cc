// The instruction, then the registers that it reads, then where it goes.
#include "audit/aarch64_explanation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <set>

#include "audit/aarch64_instruction.h"
#include "audit/aarch64_stubs.h"
#include "audit/aarch64_text.h"
#include "audit/mapping_symbols.h"
#include "audit/never_returning.h"
#include "audit/register_flow.h"
#include "elf/relocation_types.h"

namespace ltoscope::audit {
namespace {

constexpr int most_stubs_in_a_row = 4;

// Every slot that stands for a symbol, as callees of one set.
CalleesByAddress all_slots(const Library& library) {
  CalleesByAddress slots;
  elf::RelocationRoles roles(library.image.machine);
  library.relocations.for_each([&](const elf::Relocation& relocation) {
    switch (roles.of(relocation.type)) {
      case elf::RelocationRole::plt_slot:
      case elf::RelocationRole::got_slot:
      case elf::RelocationRole::symbol_address:
      case elf::RelocationRole::relative_by_resolver:
        slots[relocation.address] = callee_set(0);
        break;
      case elf::RelocationRole::tls_descriptor:
        slots[relocation.address] = tls_descriptor_set;
        break;
      default:
        break;
    }
  });
  return slots;
}

class Aarch64Explainer {
 public:
  Aarch64Explainer(const Library& library, const LibrarySites& sites, const FunctionNames& names,
                   uint64_t address,
                   const std::function<bool(uint64_t, std::vector<Explained>&)>& explain_word)
      : library_(library),
        sites_(sites),
        names_(names),
        explain_word_(explain_word),
        begin_(address & ~(aarch64_size - 1)),
        address_(address) {}

  Aarch64Explanation explain() && {
    if (DataMarks(library_.symbols()).is_data(begin_)) {
      add("data", "a symbol marks it as data");
    }
    std::optional<uint32_t> word = aarch64_word(code_from(sites_.code, begin_));
    if (!word) {
      add("instruction", "none: fewer than 4 bytes of code are left");
      return {begin_, std::move(lines_)};
    }
    if (begin_ != address_) {
      add("instruction", fmt::format("inside one that begins at {:#x}", begin_));
    }
    add("instruction", instruction_line(*word, begin_));
    if (is_aarch64_undefined(*word)) add("undefined", "no processor knows this instruction");
    Instruction instruction = decode_aarch64_word(*word, begin_);
    explain_registers(instruction);
    if (std::optional<uint64_t> target = aarch64_branch_target(*word, begin_)) go_to(*target);
    explain_stub(begin_);
    return {begin_, std::move(lines_)};
  }

 private:
  void add(std::string what, std::string text) {
    lines_.push_back({std::move(what), std::move(text)});
  }

  // Code is little-endian: bytes as they lie in the file.
  static std::string instruction_line(uint32_t word, uint64_t at) {
    return fmt::format("{:#x}: {:02x}{:02x}{:02x}{:02x}  {}", at, word & 0xff, word >> 8 & 0xff,
                       word >> 16 & 0xff, word >> 24, aarch64_text(word, at));
  }

  void go_to(uint64_t target) {
    uint64_t from = begin_;
    for (int count = 0; count < most_stubs_in_a_row; ++count) {
      NamedFunction function = names_.at(target);
      add("goes to", fmt::format("{:#x} (from {:#x}): {}", target, from, label_of(function)));
      // A function's own code says no more of this address.
      if (function.end != 0 && !function.name.empty()) return;
      std::optional<uint64_t> next = explain_stub(target);
      if (!next) return;
      from = target;
      target = *next;
    }
  }

  // Where it jumps to, unless that is in a slot.
  std::optional<uint64_t> explain_stub(uint64_t at) {
    std::optional<Aarch64Stub> stub = aarch64_stub_at(sites_.code, at);
    bool may_be_function = names_.at(at).end != 0;
    if (!stub || (may_be_function && !stub->certain)) return std::nullopt;
    std::vector<std::string> texts;
    for (uint64_t place = stub->begin; place < stub->end; place += aarch64_size) {
      texts.push_back(aarch64_text(*aarch64_word(code_from(sites_.code, place)), place));
    }
    bool through_slot = stub->kind == Aarch64Stub::Kind::through_slot;
    add(through_slot ? "PLT entry" : "thunk",
        fmt::format("{:#x}: {}", stub->begin, fmt::join(texts, "; ")));
    if (!through_slot) return stub->target;
    explain_place(stub->target);
    return std::nullopt;
  }

  void explain_place(uint64_t place) {
    if (!explain_word_(place, lines_)) {
      add("refers to", fmt::format("{:#x}, which no relocation changes", place));
    }
  }

  void explain_registers(const Instruction& instruction) {
    std::optional<std::size_t> range = sites_.code.ranges.index_at(begin_);
    if (!range) return;
    CalleesByAddress slots = all_slots(library_);
    NeverReturning never_returning = find_never_returning(
        library_.relocations, library_.dynamic_symbols.symbols, library_.symbols());
    FlowTargets targets{
        slots, {}, never_returning, library_.image.type == elf::FileType::executable};
    std::optional<MachineState> before;
    bool followed = visit_registers(sites_.code, targets, *range,
                                    [&](const Instruction& at, const MachineState& state) {
                                      if (at.address == begin_) before = state;
                                    });
    if (!followed || !before) {
      add("registers", followed ? "not known: no way from the function's begin was found to it"
                                : "not known: the function takes more steps to follow than its "
                                  "size allows");
      explain_fixed_place(instruction);
      return;
    }
    std::set<Register> shown;
    for (const Operand& operand : instruction.operands) {
      if (operand.kind == Operand::Kind::general_register && operand.read) {
        show(operand.reg, (*before)[operand.reg], shown);
      }
      if (operand.kind != Operand::Kind::memory || operand.memory.base == no_register) continue;
      const Value& base = (*before)[operand.memory.base];
      show(operand.memory.base, base, shown);
      if (base.kind == Value::Kind::number && operand.memory.index == no_register) {
        explain_place(base.number + static_cast<uint64_t>(operand.memory.displacement));
      }
    }
    if (instruction.operation == Operation::add) explain_sum(instruction, *before);
    explain_fixed_place(instruction);
  }

  // The whole of an address.
  void explain_sum(const Instruction& instruction, const MachineState& before) {
    const Operand& base = instruction.operands[1];
    const Operand& rest = instruction.operands[2];
    bool is_address = base.kind == Operand::Kind::general_register &&
                      before[base.reg].kind == Value::Kind::number &&
                      rest.kind == Operand::Kind::immediate;
    if (is_address) explain_place(before[base.reg].number + rest.immediate);
  }

  // What the instruction names by itself. The begin of a page is no place yet.
  void explain_fixed_place(const Instruction& instruction) {
    if (instruction.operation == Operation::load_page) return;
    for (const Operand& operand : instruction.operands) {
      if (operand.kind == Operand::Kind::memory && operand.memory.fixed) {
        explain_place(static_cast<uint64_t>(operand.memory.displacement));
      }
    }
  }

  void show(Register reg, const Value& value, std::set<Register>& shown) {
    if (reg == aarch64_sp || !shown.insert(reg).second) return;
    std::string name = fmt::format("x{}", reg);
    switch (value.kind) {
      case Value::Kind::number:
        return add("register", fmt::format("{} holds {:#x}", name, value.number));
      case Value::Kind::callee:
        if (value.target == 0) {
          return add("register", name + " was loaded from different slots on different ways");
        }
        add("register", fmt::format("{} was loaded from {:#x}{}", name, value.target,
                                    value.stale ? ", and a call came between" : ""));
        explain_place(value.target);
        return;
      case Value::Kind::mixed:
        return add("register", name + " does not always hold the same");
      case Value::Kind::thread_pointer:
        return add("register",
                   fmt::format("{} holds the thread pointer + {:#x}", name, value.number));
      default:
        return add("register", name + " is not known");
    }
  }

  const Library& library_;
  const LibrarySites& sites_;
  const FunctionNames& names_;
  const std::function<bool(uint64_t, std::vector<Explained>&)>& explain_word_;
  const uint64_t begin_, address_;
  std::vector<Explained> lines_;
};

}  // namespace

Aarch64Explanation explain_aarch64(
    const Library& library, const LibrarySites& sites, const FunctionNames& names, uint64_t address,
    const std::function<bool(uint64_t, std::vector<Explained>&)>& explain_word) {
  return Aarch64Explainer(library, sites, names, address, explain_word).explain();
}

}  // namespace ltoscope::audit
