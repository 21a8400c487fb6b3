// One pass over all bytes. A small bitmap of hashed addresses turns nearly all positions away.
#include "audit/displacement_scan.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace ltoscope::audit {
namespace {

constexpr std::size_t displacement_size = 4;

// Membership in a set of addresses, 8 KiB so that it stays in the first-level cache.
class AddressSieve {
 public:
  explicit AddressSieve(const std::vector<uint64_t>& addresses) : addresses_(addresses) {
    std::sort(addresses_.begin(), addresses_.end());
    for (uint64_t address : addresses_) bits_[slot(address) / 64] |= bit(address);
  }

  bool may_hold(uint64_t address) const { return (bits_[slot(address) / 64] & bit(address)) != 0; }
  bool holds(uint64_t address) const {
    return std::binary_search(addresses_.begin(), addresses_.end(), address);
  }

 private:
  static constexpr int slot_bits = 16;
  // Knuth's multiplicative hash: the upper bits of the product are well mixed.
  static uint32_t slot(uint64_t address) {
    return static_cast<uint32_t>(address) * 2654435761u >> (32 - slot_bits);
  }
  static uint64_t bit(uint64_t address) { return uint64_t{1} << (slot(address) % 64); }

  std::vector<uint64_t> addresses_;
  std::array<uint64_t, (1 << slot_bits) / 64> bits_{};
};

uint8_t byte_at(std::span<const std::byte> code, std::size_t offset) {
  return static_cast<uint8_t>(code[offset]);
}

// Whether an instruction can have its last displacement here: behind the opcode of a branch (E8,
// E9, 0F 80 to 0F 8F), or behind a ModRM byte that makes it relative to the program counter.
bool may_hold_displacement(std::span<const std::byte> code, std::size_t offset) {
  if (offset == 0) return false;
  uint8_t before = byte_at(code, offset - 1);
  bool near_branch = before == 0xe8 || before == 0xe9;
  bool conditional_branch =
      offset >= 2 && (before & 0xf0) == 0x80 && byte_at(code, offset - 2) == 0x0f;
  bool pc_relative = (before & 0xc7) == 0x05;
  return near_branch || conditional_branch || pc_relative;
}

// Whether `movabs`, the one instruction with a 64-bit immediate, can have it here.
bool may_hold_wide_immediate(std::span<const std::byte> code, std::size_t offset) {
  return offset >= 2 && (byte_at(code, offset - 1) & 0xf8) == 0xb8 &&
         (byte_at(code, offset - 2) & 0xf8) == 0x48;
}

// Calls found(position, target) for each position whose bytes plus base(position) are a watched
// address.
template <class Base, class Found>
void scan(const CodeArea& area, const AddressSieve& sieve, Base base, Found found) {
  const std::byte* bytes = area.bytes.data();
  for (std::size_t offset = 0; offset + displacement_size <= area.bytes.size(); ++offset) {
    int32_t displacement;
    std::memcpy(&displacement, bytes + offset, displacement_size);
    uint64_t position = area.address + offset;
    uint64_t target = base(position) + static_cast<uint64_t>(int64_t{displacement});
    if (sieve.may_hold(target) && sieve.holds(target)) found(position, target);
  }
}

}  // namespace

std::vector<Candidate> find_displacements(const CodeMap& code, const std::vector<uint64_t>& watched,
                                          const ScanForms& forms) {
  std::vector<Candidate> candidates;
  if (watched.empty()) return candidates;
  AddressSieve sieve(watched);
  auto look = [&](const CodeArea& area, Reach reach, auto base, auto may_hold) {
    scan(area, sieve, base, [&](uint64_t position, uint64_t target) {
      if (!may_hold(area.bytes, position - area.address)) return;
      candidates.push_back({position, target, reach});
    });
  };
  for (const CodeArea& area : code.areas) {
    look(
        area, Reach::from_position, [](uint64_t position) { return position + displacement_size; },
        may_hold_displacement);
    if (forms.absolute) {
      look(
          area, Reach::absolute, [](uint64_t) { return uint64_t{0}; },
          [](std::span<const std::byte>, std::size_t) { return true; });
    }
    if (forms.got_address) {
      look(
          area, Reach::from_got, [&](uint64_t) { return *forms.got_address; },
          may_hold_wide_immediate);
    }
  }
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate& a, const Candidate& b) { return a.position < b.position; });
  return candidates;
}

}  // namespace ltoscope::audit
