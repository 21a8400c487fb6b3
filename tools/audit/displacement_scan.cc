// One pass over all bytes, 32 positions at a time. Nearly all fall at the first comparison: what
// their four bytes would reach is far from every watched address. Those that are left must follow
// an opcode or operand that a displacement can follow, and reach an address of the set.
#include "audit/displacement_scan.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>

#include "command/parallel.h"

namespace ltoscope::audit {
namespace {

constexpr std::size_t displacement_size = 4;
constexpr std::size_t scan_piece_bytes = std::size_t{1} << 20;
constexpr std::size_t longest_context = 2;  // bytes before a displacement that are looked at

// The lower half of a stretch of addresses. Halves cannot tell stretches that are 4 GiB apart, or
// wider: those let too much pass, never too little.
struct Stretch {
  uint32_t first;
  uint32_t span;  // to the last, which is in it
};

// PLT, GOT and functions that are defined in the file lie apart. Each stretch costs a few
// instructions for every 32 bytes of code.
constexpr std::size_t most_stretches = 3;
// A gap that is not worth a stretch of its own.
constexpr uint64_t narrow_gap = 64 * 1024;

uint64_t displacement_at(const std::byte* bytes) {
  int32_t displacement;
  std::memcpy(&displacement, bytes, displacement_size);
  return static_cast<uint64_t>(int64_t{displacement});
}

// Clang's vectors: 32 bytes, and 32 truth values that are one bit each in memory. Twice as fast
// with the processor's own of that length, which not all have.
constexpr std::size_t lanes = 32;
using Bytes = uint8_t __attribute__((ext_vector_type(lanes)));
using Truths = bool __attribute__((ext_vector_type(lanes)));
// Displacements at every fourth of them.
using Words = uint32_t __attribute__((ext_vector_type(lanes / displacement_size)));
using WordTruths = int32_t __attribute__((ext_vector_type(lanes / displacement_size)));

// Whether what a displacement at any of the 32 positions from bytes on reaches may be in a stretch;
// base: what a displacement of 0 at the first position reaches, step: how much further the next
// position reaches. Requires: 35 bytes.
template <uint32_t step, std::size_t count>
[[gnu::always_inline]] inline bool may_reach(const std::byte* bytes, uint32_t base,
                                             const std::array<Stretch, count>& stretches) {
  constexpr Words quarters = Words{0, 4, 8, 12, 16, 20, 24, 28} * step;
  WordTruths reached = {};
  for (const Stretch& stretch : stretches) {
    Words from = quarters + (base - stretch.first);
#pragma unroll
    for (uint32_t position = 0; position < displacement_size; ++position) {
      Words displacements;
      std::memcpy(&displacements, bytes + position, sizeof displacements);
      reached |= displacements + from <= stretch.span;
      from += step;
    }
  }
  return __builtin_reduce_or(reached) != 0;
}

// Which of the 32 positions from bytes on may begin an instruction's last displacement, by what
// stands before it: the opcode of a branch (E8, E9; 80 to 8F behind 0F), or a ModRM byte that makes
// it relative to the program counter. Requires: two bytes stand before the first.
[[gnu::always_inline]] inline uint32_t displacements_among(const std::byte* bytes) {
  Bytes before, earlier;
  std::memcpy(&before, bytes - 1, lanes);
  std::memcpy(&earlier, bytes - 2, lanes);
  auto hits = ((before & 0xfe) == 0xe8) | ((before & 0xc7) == 0x05) |
              (((before & 0xf0) == 0x80) & (earlier == 0x0f));
  return std::bit_cast<uint32_t>(__builtin_convertvector(hits, Truths));
}

// The same of an immediate of 64 bits. `movabs` is the one instruction that has it: a REX.W prefix,
// then B8 to BF.
[[gnu::always_inline]] inline uint32_t immediates_among(const std::byte* bytes) {
  Bytes before, earlier;
  std::memcpy(&before, bytes - 1, lanes);
  std::memcpy(&earlier, bytes - 2, lanes);
  auto hits = ((before & 0xf8) == 0xb8) & ((earlier & 0xf8) == 0x48);
  return std::bit_cast<uint32_t>(__builtin_convertvector(hits, Truths));
}

bool is_before_displacement(std::span<const std::byte> bytes, std::size_t offset) {
  uint8_t before = static_cast<uint8_t>(bytes[offset - 1]);
  if ((before & 0xfe) == 0xe8 || (before & 0xc7) == 0x05) return true;
  return (before & 0xf0) == 0x80 && offset >= 2 && bytes[offset - 2] == std::byte{0x0f};
}

bool is_before_immediate(std::span<const std::byte> bytes, std::size_t offset) {
  return offset >= 2 && (static_cast<uint8_t>(bytes[offset - 1]) & 0xf8) == 0xb8 &&
         (static_cast<uint8_t>(bytes[offset - 2]) & 0xf8) == 0x48;
}

}  // namespace

// Membership in a set of addresses, 8 KiB so that it stays in the first-level cache.
class AddressSieve {
 public:
  // Requires: not empty.
  explicit AddressSieve(std::vector<uint64_t> addresses) : addresses_(std::move(addresses)) {
    std::sort(addresses_.begin(), addresses_.end());
    for (uint64_t address : addresses_) bits_[slot(address) / 64] |= bit(address);
    find_stretches();
  }

  bool holds(uint64_t address) const {
    return (bits_[slot(address) / 64] & bit(address)) != 0 &&
           std::binary_search(addresses_.begin(), addresses_.end(), address);
  }

  // Together they hold all addresses.
  const std::vector<Stretch>& stretches() const { return stretches_; }

 private:
  static constexpr int slot_bits = 16;
  // Knuth's multiplicative hash: the upper bits of the product are well mixed.
  static uint32_t slot(uint64_t address) {
    return static_cast<uint32_t>(address) * 2654435761u >> (32 - slot_bits);
  }
  static uint64_t bit(uint64_t address) { return uint64_t{1} << (slot(address) % 64); }

  // Cuts at the widest gaps.
  void find_stretches() {
    auto gap = [&](std::size_t cut) { return addresses_[cut] - addresses_[cut - 1]; };
    std::vector<std::size_t> cuts;  // before addresses_[cut]
    for (std::size_t index = 1; index < addresses_.size(); ++index) {
      if (gap(index) > narrow_gap) cuts.push_back(index);
    }
    std::sort(cuts.begin(), cuts.end(),
              [&](std::size_t a, std::size_t b) { return gap(a) > gap(b); });
    cuts.resize(std::min(cuts.size(), most_stretches - 1));
    std::sort(cuts.begin(), cuts.end());
    cuts.push_back(addresses_.size());
    std::size_t begin = 0;
    for (std::size_t end : cuts) {
      constexpr uint64_t widest = std::numeric_limits<uint32_t>::max();
      uint64_t span = std::min(addresses_[end - 1] - addresses_[begin], widest);
      stretches_.push_back({static_cast<uint32_t>(addresses_[begin]), static_cast<uint32_t>(span)});
      begin = end;
    }
  }

  std::vector<uint64_t> addresses_;
  std::vector<Stretch> stretches_;
  std::array<uint64_t, (1 << slot_bits) / 64> bits_{};
};

namespace {

class BytesScan {
 public:
  BytesScan(const AddressSieve& sieve, const ScanForms& forms, uint64_t address,
            std::span<const std::byte> bytes, std::vector<Candidate>& candidates)
      : sieve_(sieve), forms_(forms), address_(address), bytes_(bytes), candidates_(candidates) {}

  void look() {
    switch (sieve_.stretches().size()) {
      case 1:
        return look_for<1>();
      case 2:
        return look_for<2>();
      default:
        static_assert(most_stretches == 3);
        return look_for<3>();
    }
  }

 private:
  template <std::size_t count>
  void look_for() {
    std::array<Stretch, count> stretches;
    std::copy_n(sieve_.stretches().begin(), count, stretches.begin());
    __builtin_cpu_supports("avx2") ? look_with_avx2(stretches) : look_with_any(stretches);
  }

  template <std::size_t count>
  [[gnu::target("avx2")]] void look_with_avx2(const std::array<Stretch, count>& stretches) {
    look_inline(stretches);
  }
  template <std::size_t count>
  void look_with_any(const std::array<Stretch, count>& stretches) {
    look_inline(stretches);
  }

  template <std::size_t count>
  [[gnu::always_inline]] void look_inline(std::array<Stretch, count> stretches) {
    if (bytes_.size() <= displacement_size) return;
    std::size_t end = bytes_.size() - displacement_size + 1;
    std::size_t offset = 1;  // every displacement follows something
    for (; offset < longest_context && offset < end; ++offset) test_if_before(offset);
    uint64_t got = forms_.got_address.value_or(0);
    for (; offset + lanes <= end; offset += lanes) {
      const std::byte* block = bytes_.data() + offset;
      uint32_t reached = static_cast<uint32_t>(address_ + offset + displacement_size);
      if (may_reach<1>(block, reached, stretches)) {
        for_each_bit(displacements_among(block), [&](std::size_t bit) { test(offset + bit); });
      }
      if (forms_.got_address) {
        for_each_bit(immediates_among(block),
                     [&](std::size_t bit) { test_from_got(offset + bit, got); });
      }
      if (forms_.absolute && may_reach<0>(block, 0, stretches)) {
        for (std::size_t lane = 0; lane < lanes; ++lane) test_absolute(offset + lane);
      }
    }
    for (; offset < end; ++offset) test_if_before(offset);
  }

  [[gnu::always_inline]] static void for_each_bit(uint32_t bits, auto&& visit) {
    for (; bits != 0; bits &= bits - 1) visit(static_cast<std::size_t>(std::countr_zero(bits)));
  }

  void test_if_before(std::size_t offset) {
    if (is_before_displacement(bytes_, offset)) test(offset);
    if (forms_.got_address && is_before_immediate(bytes_, offset)) {
      test_from_got(offset, *forms_.got_address);
    }
    if (forms_.absolute) test_absolute(offset);
  }

  [[gnu::always_inline]] void test(std::size_t offset) {
    uint64_t end = address_ + offset + displacement_size;
    add(offset, end + displacement_at(bytes_.data() + offset), Reach::from_position);
  }

  void test_from_got(std::size_t offset, uint64_t got) {
    add(offset, got + displacement_at(bytes_.data() + offset), Reach::from_got);
  }

  void test_absolute(std::size_t offset) {
    add(offset, displacement_at(bytes_.data() + offset), Reach::absolute);
  }

  [[gnu::always_inline]] void add(std::size_t offset, uint64_t target, Reach reach) {
    if (!sieve_.holds(target)) return;
    candidates_.push_back({address_ + offset, target, reach});
  }

  const AddressSieve& sieve_;
  const ScanForms& forms_;
  uint64_t address_;
  std::span<const std::byte> bytes_;
  std::vector<Candidate>& candidates_;
};

// A part of an area: positions with offsets [begin, end).
struct ScanPiece {
  const CodeArea* area;
  std::size_t begin;
  std::size_t end;
};

std::vector<ScanPiece> cut_for_scan(std::span<const CodeArea> areas) {
  std::vector<ScanPiece> pieces;
  for (const CodeArea& area : areas) {
    if (area.bytes.size() <= displacement_size) continue;
    std::size_t end = area.bytes.size() - displacement_size + 1;
    for (std::size_t begin = 1; begin < end; begin += scan_piece_bytes) {
      pieces.push_back({&area, begin, std::min(begin + scan_piece_bytes, end)});
    }
  }
  return pieces;
}

}  // namespace

DisplacementScan::DisplacementScan(std::vector<uint64_t> watched, const ScanForms& forms)
    : forms_(forms) {
  if (!watched.empty()) sieve_ = std::make_unique<const AddressSieve>(std::move(watched));
}

DisplacementScan::~DisplacementScan() = default;

void DisplacementScan::look(uint64_t address, std::span<const std::byte> bytes,
                            std::vector<Candidate>& candidates) const {
  if (!sieve_) return;
  std::size_t first = candidates.size();
  BytesScan(*sieve_, forms_, address, bytes, candidates).look();
  if (!forms_.absolute && !forms_.got_address) return;
  std::sort(candidates.begin() + static_cast<std::ptrdiff_t>(first), candidates.end(),
            [](const Candidate& a, const Candidate& b) { return a.position < b.position; });
}

std::vector<Candidate> find_displacements(std::span<const CodeArea> areas,
                                          std::vector<uint64_t> watched, const ScanForms& forms,
                                          int threads) {
  std::vector<Candidate> candidates;
  if (watched.empty()) return candidates;
  DisplacementScan scan(std::move(watched), forms);
  std::vector<ScanPiece> pieces = cut_for_scan(areas);
  std::vector<std::vector<Candidate>> found(pieces.size());
  for_each_piece(pieces.size(), threads, [&](std::size_t index) {
    const ScanPiece& piece = pieces[index];
    std::size_t begin = piece.begin - std::min(piece.begin, longest_context);
    uint64_t address = piece.area->address;
    scan.look(address + begin,
              piece.area->bytes.subspan(begin, piece.end + displacement_size - 1 - begin),
              found[index]);
    // The bytes before the piece are there for what they say of its first positions.
    std::erase_if(found[index], [&](const Candidate& candidate) {
      return candidate.position < address + piece.begin;
    });
  });
  for (const std::vector<Candidate>& part : found) {
    candidates.insert(candidates.end(), part.begin(), part.end());
  }
  return candidates;
}

std::vector<uint64_t> find_thread_pointer_accesses(std::span<const CodeArea> areas, int64_t block,
                                                   int threads) {
  constexpr std::byte no_registers{0x25};  // SIB
  std::vector<ScanPiece> pieces = cut_for_scan(areas);
  std::vector<std::vector<uint64_t>> found(pieces.size());
  for_each_piece(pieces.size(), threads, [&](std::size_t index) {
    const ScanPiece& piece = pieces[index];
    const std::byte* bytes = piece.area->bytes.data();
    for (std::size_t offset = piece.begin; offset < piece.end; ++offset) {
      if (bytes[offset - 1] != no_registers) continue;
      int64_t distance = static_cast<int64_t>(displacement_at(bytes + offset));
      if (distance >= -block && distance <= 0) found[index].push_back(piece.area->address + offset);
    }
  });
  std::vector<uint64_t> positions;
  for (const std::vector<uint64_t>& part : found) {
    positions.insert(positions.end(), part.begin(), part.end());
  }
  return positions;
}

}  // namespace ltoscope::audit
