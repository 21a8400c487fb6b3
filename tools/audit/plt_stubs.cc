// The shapes that ld.bfd, gold, lld and mold give to PLT entries on x86-64.
#include "audit/plt_stubs.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace ltoscope::audit {
namespace {

constexpr uint64_t stub_displacement_size = 4;
constexpr uint64_t short_stub_size = 8, long_stub_size = 16;

template <std::size_t size>
using Code = std::array<uint8_t, size>;

constexpr Code<4> endbr64 = {0xf3, 0x0f, 0x1e, 0xfa};
constexpr Code<2> jump_through_slot = {0xff, 0x25};
constexpr Code<1> bound_prefix = {0xf2};
constexpr Code<2> set_r11d = {0x41, 0xbb};  // mold: the index for the resolver
constexpr Code<3> load_slot_to_r11 = {0x4c, 0x8b, 0x1d};
constexpr Code<1> push_index = {0x68};
constexpr Code<1> jump_to_header = {0xe9};
constexpr Code<1> int3 = {0xcc};
constexpr Code<5> return_to_r11 = {0x4c, 0x89, 0x1c, 0x24, 0xc3};  // mov %r11,(%rsp); ret

constexpr uint64_t set_r11d_size = 6;
constexpr uint64_t push_index_size = 5;
constexpr uint64_t jump_to_header_size = 5;

template <std::size_t size>
bool starts_with(std::span<const std::byte> bytes, const Code<size>& code) {
  return bytes.size() >= size && std::memcmp(bytes.data(), code.data(), size) == 0;
}

template <std::size_t size>
bool code_at(const CodeMap& code, uint64_t address, const Code<size>& expected) {
  return starts_with(code_from(code, address), expected);
}

// A PLT entry around its jump or load, or what may be one.
struct Shape {
  std::vector<uint64_t> entries;  // first the begin
  uint64_t end;
  bool certain;  // no compiler writes this shape
};

bool is_padding(const CodeMap& code, uint64_t begin, uint64_t end) {
  while (begin < end) {
    std::optional<Instruction> instruction = decode(code_from(code, begin), begin);
    bool trap = code_at(code, begin, int3);
    if (!instruction || (instruction->operation != Operation::nop && !trap)) return false;
    begin = instruction->end();
  }
  return begin == end;
}

// Adds begin, and what may stand before it: endbr64 for indirect branch tracking.
void add_entries(const CodeMap& code, uint64_t begin, Shape& shape) {
  shape.entries.insert(shape.entries.begin(), begin);
  if (code_at(code, begin - endbr64.size(), endbr64)) {
    shape.entries.insert(shape.entries.begin(), begin - endbr64.size());
  }
}

std::optional<Shape> jump_shape(const CodeMap& code, uint64_t displacement) {
  uint64_t jump = displacement - jump_through_slot.size();
  if (!code_at(code, jump, jump_through_slot)) return std::nullopt;
  Shape shape{{}, displacement + stub_displacement_size, false};
  if (code_at(code, jump - 1, bound_prefix)) jump -= 1;
  if (code_at(code, jump - set_r11d_size, set_r11d)) {
    shape.entries = {jump};
    shape.certain = true;
    add_entries(code, jump - set_r11d_size, shape);
    return shape;
  }
  add_entries(code, jump, shape);
  if (code_at(code, shape.end, push_index) &&
      code_at(code, shape.end + push_index_size, jump_to_header)) {
    shape.certain = true;
    shape.end += push_index_size + jump_to_header_size;
    return shape;
  }
  uint64_t begin = shape.entries.front();
  for (uint64_t size : {short_stub_size, long_stub_size}) {
    if (begin % short_stub_size == 0 && shape.end < begin + size &&
        is_padding(code, shape.end, begin + size)) {
      shape.end = begin + size;
      return shape;
    }
  }
  return std::nullopt;
}

// `mov slot,%r11` and then a call or jump to code that returns to r11.
std::optional<Shape> retpoline_shape(const CodeMap& code, uint64_t displacement) {
  uint64_t load = displacement - load_slot_to_r11.size();
  if (!code_at(code, load, load_slot_to_r11)) return std::nullopt;
  uint64_t end = displacement + stub_displacement_size;
  std::optional<Instruction> next = decode(code_from(code, end), end);
  if (!next || (next->operation != Operation::call && next->operation != Operation::jump) ||
      next->operands[0].kind != Operand::Kind::immediate) {
    return std::nullopt;
  }
  uint64_t target = next->operands[0].immediate;
  bool returns_to_r11 = next->operation == Operation::call
                            ? code_at(code, target, return_to_r11)
                            : retpoline_register(code, target) == r11;
  if (!returns_to_r11) return std::nullopt;
  return Shape{{load}, next->end(), false};
}

// The shape that begins at address, or nothing.
std::optional<Shape> jump_shape_from(const CodeMap& code, uint64_t address) {
  uint64_t jump = address;
  if (code_at(code, jump, endbr64)) jump += endbr64.size();
  if (code_at(code, jump, bound_prefix)) jump += bound_prefix.size();
  std::optional<Shape> shape = jump_shape(code, jump + jump_through_slot.size());
  if (shape && shape->entries.front() != address) return std::nullopt;
  return shape;
}

enum class Place { plt, function, unknown };

// A function that only jumps through a slot (compiled with -fno-plt) has the same instructions as a
// PLT entry. What tells them apart: no function contains a PLT entry, but for the one that ld.bfd's
// unwind table or mold's symbols make of the PLT itself, which consists of such entries from its
// begin on, padding included.
Place place_of(const CodeMap& code, const Shape& shape) {
  if (shape.certain) return Place::plt;
  uint64_t begin = shape.entries.front();
  uint64_t size = shape.end - begin;
  std::vector<elf::CodeExtent> functions = functions_around(code, begin);
  if (functions.empty()) return code.boundaries_known ? Place::plt : Place::unknown;
  for (const elf::CodeExtent& function : functions) {
    std::optional<Shape> first = jump_shape_from(code, function.begin);
    bool made_of_entries = first && first->end - function.begin == size &&
                           (begin - function.begin) % size == 0 && shape.end <= function.end;
    if (!made_of_entries) return Place::function;
  }
  return Place::plt;
}

}  // namespace

std::optional<Register> retpoline_register(const CodeMap& code, uint64_t address) {
  std::optional<Instruction> call = decode(code_from(code, address), address);
  if (!call || call->operation != Operation::call ||
      call->operands[0].kind != Operand::Kind::immediate) {
    return std::nullopt;
  }
  // At the target: mov %register,(%rsp); ret.
  uint64_t at = call->operands[0].immediate;
  std::optional<Instruction> store = decode(code_from(code, at), at);
  if (!store || store->operation != Operation::move) return std::nullopt;
  const Operand& place = store->operands[0];
  const Operand& source = store->operands[1];
  bool replaces_return_address = place.kind == Operand::Kind::memory && place.memory.base == rsp &&
                                 place.memory.index == no_register &&
                                 place.memory.displacement == 0 &&
                                 source.kind == Operand::Kind::general_register;
  if (!replaces_return_address) return std::nullopt;
  std::optional<Instruction> leave = decode(code_from(code, store->end()), store->end());
  if (!leave || leave->operation != Operation::stop) return std::nullopt;
  return source.reg;
}

bool may_be_of_stub(std::span<const std::byte> bytes, std::size_t offset) {
  std::byte before = bytes[offset - 1];
  return before == std::byte{jump_to_header[0]} || before == std::byte{jump_through_slot[1]} ||
         before == std::byte{load_slot_to_r11[2]};
}

void find_plt_stubs(const CodeMap& code, const CalleesByAddress& slots,
                    const std::vector<Candidate>& references, PltStubs& stubs) {
  for (const Candidate& reference : references) {
    if (reference.reach != Reach::from_position) continue;
    auto slot = slots.find(reference.target);
    if (slot == slots.end()) continue;
    std::optional<Shape> shape = jump_shape(code, reference.position);
    if (!shape) shape = retpoline_shape(code, reference.position);
    if (!shape) continue;
    Place place = place_of(code, *shape);
    if (place == Place::function) continue;
    stubs.members.insert(reference.position);
    for (uint64_t entry : shape->entries) stubs.entries[entry] |= slot->second;
    if (place == Place::unknown) stubs.doubtful[shape->entries.front()] |= slot->second;
  }
}

}  // namespace ltoscope::audit
