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

uint64_t displacement_at(const std::byte* bytes) {
  int32_t displacement;
  std::memcpy(&displacement, bytes, displacement_size);
  return static_cast<uint64_t>(int64_t{displacement});
}

using ByteSet = std::array<bool, 256>;

// What stands before an instruction's last displacement: the opcode of a branch (E8, E9; 80 to 8F
// behind 0F), or a ModRM byte that makes it relative to the program counter.
constexpr ByteSet before_displacement = [] {
  ByteSet set{};
  for (unsigned byte = 0; byte < set.size(); ++byte) {
    set[byte] = byte == 0xe8 || byte == 0xe9 || (byte & 0xf0) == 0x80 || (byte & 0xc7) == 0x05;
  }
  return set;
}();

void look_from_position(const CodeArea& area, const AddressSieve& sieve,
                        std::vector<Candidate>& candidates) {
  const std::byte* bytes = area.bytes.data();
  for (std::size_t offset = 1; offset + displacement_size <= area.bytes.size(); ++offset) {
    uint8_t before = static_cast<uint8_t>(bytes[offset - 1]);
    if (!before_displacement[before]) continue;
    uint64_t position = area.address + offset;
    uint64_t target = position + displacement_size + displacement_at(bytes + offset);
    if (!sieve.may_hold(target) || !sieve.holds(target)) continue;
    bool conditional = (before & 0xf0) == 0x80;
    bool has_prefix = offset >= 2 && static_cast<uint8_t>(bytes[offset - 2]) == 0x0f;
    if (!conditional || has_prefix) candidates.push_back({position, target, Reach::from_position});
  }
}

// `movabs` is the one instruction with a 64-bit immediate: a REX.W prefix, then B8 to BF.
void look_from_got(const CodeArea& area, const AddressSieve& sieve, uint64_t got,
                   std::vector<Candidate>& candidates) {
  const std::byte* bytes = area.bytes.data();
  for (std::size_t offset = 2; offset + displacement_size <= area.bytes.size(); ++offset) {
    uint8_t before = static_cast<uint8_t>(bytes[offset - 1]);
    if ((before & 0xf8) != 0xb8) continue;
    if ((static_cast<uint8_t>(bytes[offset - 2]) & 0xf8) != 0x48) continue;
    uint64_t target = got + displacement_at(bytes + offset);
    if (!sieve.holds(target)) continue;
    candidates.push_back({area.address + offset, target, Reach::from_got});
  }
}

void look_absolute(const CodeArea& area, const AddressSieve& sieve,
                   std::vector<Candidate>& candidates) {
  const std::byte* bytes = area.bytes.data();
  for (std::size_t offset = 1; offset + displacement_size <= area.bytes.size(); ++offset) {
    uint64_t target = displacement_at(bytes + offset);
    if (!sieve.may_hold(target) || !sieve.holds(target)) continue;
    candidates.push_back({area.address + offset, target, Reach::absolute});
  }
}

}  // namespace

std::vector<Candidate> find_displacements(const CodeMap& code, const std::vector<uint64_t>& watched,
                                          const ScanForms& forms) {
  std::vector<Candidate> candidates;
  if (watched.empty()) return candidates;
  AddressSieve sieve(watched);
  for (const CodeArea& area : code.areas) {
    look_from_position(area, sieve, candidates);
    if (forms.absolute) look_absolute(area, sieve, candidates);
    if (forms.got_address) look_from_got(area, sieve, *forms.got_address, candidates);
  }
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate& a, const Candidate& b) { return a.position < b.position; });
  return candidates;
}

}  // namespace ltoscope::audit
