// The shapes that ld.bfd, gold, lld and mold give to PLT entries and thunks on AArch64.
#include "audit/aarch64_stubs.h"

#include <algorithm>

#include "audit/aarch64_fields.h"

namespace ltoscope::audit {
namespace {

// A thunk may lead to another: one for a far call, in front of one for branch target
// identification.
constexpr int most_thunks_in_a_row = 3;
constexpr int longest_immediate = 4;  // movz and movk, 16 bits each

// Reads the words of a stub one after the other.
class WordReader {
 public:
  WordReader(const CodeMap& code, uint64_t address)
      : bytes_(code_from(code, address)), at_(address) {}

  uint64_t at() const { return at_; }
  std::optional<Instruction> next() {
    std::optional<uint32_t> word = aarch64_word(bytes_);
    if (!word) return std::nullopt;
    word_ = *word;
    Instruction instruction = decode_aarch64_word(*word, at_);
    bytes_ = bytes_.subspan(aarch64_size);
    at_ += aarch64_size;
    return instruction;
  }
  uint32_t word() const { return word_; }  // of the last instruction

 private:
  std::span<const std::byte> bytes_;
  uint64_t at_;
  uint32_t word_ = 0;
};

// Registers by what little code can put in them.
struct StubState {
  std::optional<uint64_t> numbers[most_registers];
  std::optional<uint64_t> slots[most_registers];  // that a register was loaded from
};

bool is_veneer_register(Register reg) { return reg == x16 || reg == x17; }

// autia1716, autib1716 and their like, pacia1716, nop.
bool is_hint(uint32_t word) { return (word & 0xfffff01f) == 0xd503201f; }

bool is_register_branch(uint32_t word) {
  constexpr uint32_t br = 0xd61f0000, plain_mask = 0xfffffc1f;
  constexpr uint32_t authenticated = 0xd61f0800, authenticated_mask = 0xfefff800;
  return (word & plain_mask) == br || (word & authenticated_mask) == authenticated;
}

// Follows one instruction of a stub; false: it does something else.
bool follow(const CodeMap& code, const Instruction& instruction, StubState& state) {
  const auto& [target, source, other] = instruction.operands;
  if (target.kind != Operand::Kind::general_register || !is_veneer_register(target.reg)) {
    return false;
  }
  std::optional<uint64_t>& number = state.numbers[target.reg];
  std::optional<uint64_t>& slot = state.slots[target.reg];
  auto number_in = [&](const Operand& operand) -> std::optional<uint64_t> {
    if (operand.kind == Operand::Kind::immediate) return operand.immediate;
    if (operand.kind != Operand::Kind::general_register) return std::nullopt;
    return state.numbers[operand.reg];
  };
  switch (instruction.operation) {
    case Operation::load_page:
    case Operation::load_address:
      number = static_cast<uint64_t>(source.memory.displacement);
      slot.reset();
      return true;
    case Operation::add: {
      std::optional<uint64_t> left = number_in(source), right = number_in(other);
      if (!left || !right) return false;
      number = *left + *right;
      slot.reset();
      return true;
    }
    case Operation::insert: {
      if (!number) return false;
      uint64_t mask = uint64_t{0xffff} << other.bit_position;
      number = (*number & ~mask) | other.immediate << other.bit_position;
      return true;
    }
    case Operation::move: {
      if (source.kind != Operand::Kind::memory) {
        number = number_in(source);
        slot.reset();
        return number.has_value();
      }
      const Memory& memory = source.memory;
      uint64_t place = static_cast<uint64_t>(memory.displacement);
      if (!memory.fixed) {
        if (memory.base == no_register || memory.index != no_register ||
            !state.numbers[memory.base]) {
          return false;
        }
        place += *state.numbers[memory.base];
      }
      number.reset();
      // A word of the code is a constant that the linker wrote; another is a slot.
      if (memory.pc_relative) number = elf::word_at_address(*code.image, place);
      slot = place;
      return true;
    }
    default:
      return false;
  }
}

enum class StubPlace { between_functions, function, unknown };

StubPlace place_of_stub(const CodeMap& code, const Aarch64Stub& stub) {
  if (stub.certain) return StubPlace::between_functions;
  if (!code.boundaries_known) return StubPlace::unknown;
  return hull_around(code, stub.begin) ? StubPlace::function : StubPlace::between_functions;
}

// Whether code before address runs into it. No function that lacks unwind information does so at
// its begin, but at a tail call in its middle.
bool is_fallen_into(const CodeMap& code, uint64_t address) {
  std::optional<Instruction> before =
      decode_aarch64(code_from(code, address - aarch64_size), address - aarch64_size);
  return before && before->operation != Operation::jump && before->operation != Operation::stop &&
         before->operation != Operation::nop;
}

// Words that a stub can begin with, bti apart: adrp, ldr of a literal, movz to x16 or x17; b.
bool may_begin_stub(uint32_t word) {
  constexpr uint32_t branch = 0x14000000, branch_mask = 0xfc000000;
  if ((word & branch_mask) == branch) return true;
  if (!is_veneer_register(register_at(word, destination_field))) return false;
  constexpr uint32_t page_mask = 0x9f000000, page = 0x90000000;
  constexpr uint32_t literal = 0x58000000, move_zero = 0xd2800000, kind_mask = 0xff000000;
  return (word & page_mask) == page || (word & kind_mask) == literal ||
         (word & (kind_mask | 0x00800000)) == move_zero;
}

}  // namespace

std::optional<Aarch64Stub> aarch64_stub_at(const CodeMap& code, uint64_t address) {
  constexpr int longest_stub = longest_immediate + 4;
  WordReader reader(code, address);
  StubState state;
  bool computed_slot = false;  // also put the slot's address into x16
  for (int count = 0; count < longest_stub; ++count) {
    std::optional<Instruction> instruction = reader.next();
    if (!instruction) return std::nullopt;
    uint32_t word = reader.word();
    if (count == 0 && is_bti_for_calls(word)) continue;
    Aarch64Stub stub{Aarch64Stub::Kind::through_slot, address, reader.at(), 0, false};
    if (instruction->operation == Operation::jump) {
      if (std::optional<uint64_t> target = aarch64_branch_target(word, instruction->address)) {
        bool alone = count == 0 || (count == 1 && instruction->address == address + aarch64_size);
        if (!alone || state.numbers[x16] || state.slots[x16]) return std::nullopt;
        stub.kind = Aarch64Stub::Kind::plain_branch;
        stub.target = *target;
        return stub;
      }
      Register through = register_at(word, second_field);
      if (!is_register_branch(word) || !is_veneer_register(through)) return std::nullopt;
      if (state.numbers[through]) {
        stub.kind = Aarch64Stub::Kind::to_address;
        stub.target = *state.numbers[through];
        stub.certain = true;
        return stub;
      }
      if (!state.slots[through]) return std::nullopt;
      stub.target = *state.slots[through];
      stub.certain = computed_slot && through == x17 && state.numbers[x16] == stub.target;
      return stub;
    }
    if (is_hint(word)) {
      if (count == 0) return std::nullopt;  // padding
      continue;
    }
    if (!follow(code, *instruction, state)) return std::nullopt;
    computed_slot = computed_slot || instruction->operation == Operation::add;
  }
  return std::nullopt;
}

Aarch64Stubs find_aarch64_stubs(const CodeMap& code, const CalleesByAddress& slots,
                                const CalleesByAddress& functions) {
  Aarch64Stubs stubs;
  std::vector<Aarch64Stub> thunks;
  auto add = [&](const Aarch64Stub& stub, CalleeSet callees, CalleesByAddress& entries) {
    StubPlace place = place_of_stub(code, stub);
    if (place == StubPlace::function) return false;
    // A lone branch in a file that does not say where functions are is a tail call.
    bool plain = stub.kind == Aarch64Stub::Kind::plain_branch;
    if (plain && (place == StubPlace::unknown || is_fallen_into(code, stub.begin))) return false;
    if (place == StubPlace::unknown) stubs.doubtful[stub.begin] |= callees;
    entries[stub.begin] |= callees;
    stubs.extents[stub.begin] = stub.end;
    return true;
  };
  for (const CodeArea& area : code.areas) {
    for (std::size_t offset = 0; offset + aarch64_size <= area.bytes.size();
         offset += aarch64_size) {
      uint32_t word = *aarch64_word(area.bytes.subspan(offset));
      if (!may_begin_stub(word)) continue;
      uint64_t begin = area.address + offset;
      bool has_bti =
          offset != 0 && is_bti_for_calls(*aarch64_word(area.bytes.subspan(offset - aarch64_size)));
      std::optional<Aarch64Stub> stub =
          aarch64_stub_at(code, has_bti ? begin - aarch64_size : begin);
      if (!stub) continue;
      if (stub->kind != Aarch64Stub::Kind::through_slot) {
        // Of branches only those that lead somewhere of interest are worth keeping.
        thunks.push_back(*stub);
      } else if (CalleeSet callees = callees_at(slots, stub->target); callees != 0) {
        bool added = add(*stub, callees, stubs.plt_entries);
        // Callers that need no bti may skip it.
        if (added && has_bti) stubs.plt_entries[begin] |= callees;
      }
    }
  }
  for (int round = 0; round < most_thunks_in_a_row; ++round) {
    bool grown = false;
    std::erase_if(thunks, [&](const Aarch64Stub& thunk) {
      CalleeSet callees = callees_at(functions, thunk.target) |
                          callees_at(stubs.plt_entries, thunk.target) |
                          callees_at(stubs.thunks, thunk.target);
      if (callees == 0) return false;
      grown = add(thunk, callees, stubs.thunks) || grown;
      return true;
    });
    if (!grown) break;
  }
  return stubs;
}

bool is_in_stub(const Aarch64Stubs& stubs, uint64_t address) {
  auto after = stubs.extents.upper_bound(address);
  return after != stubs.extents.begin() && address < std::prev(after)->second;
}

}  // namespace ltoscope::audit
