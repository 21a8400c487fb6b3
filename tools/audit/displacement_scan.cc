// One pass over all bytes, 32 at a time: a comparison leaves the few positions that can begin a
// displacement, and a small bitmap of hashed addresses turns nearly all of those away.
#include "audit/displacement_scan.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "command/parallel.h"

namespace ltoscope::audit {
namespace {

constexpr std::size_t displacement_size = 4;
constexpr std::size_t scan_piece_bytes = std::size_t{1} << 20;

// Membership in a set of addresses, 8 KiB so that it stays in the first-level cache.
class AddressSieve {
 public:
  // Requires: not empty.
  explicit AddressSieve(const std::vector<uint64_t>& addresses) : addresses_(addresses) {
    std::sort(addresses_.begin(), addresses_.end());
    for (uint64_t address : addresses_) bits_[slot(address) / 64] |= bit(address);
    lowest_ = addresses_.front();
    span_ = addresses_.back() - lowest_;
  }

  bool holds(uint64_t address) const {
    return address - lowest_ <= span_ && (bits_[slot(address) / 64] & bit(address)) != 0 &&
           std::binary_search(addresses_.begin(), addresses_.end(), address);
  }

 private:
  static constexpr int slot_bits = 16;
  // Knuth's multiplicative hash: the upper bits of the product are well mixed.
  static uint32_t slot(uint64_t address) {
    return static_cast<uint32_t>(address) * 2654435761u >> (32 - slot_bits);
  }
  static uint64_t bit(uint64_t address) { return uint64_t{1} << (slot(address) % 64); }

  std::vector<uint64_t> addresses_;
  uint64_t lowest_, span_;
  std::array<uint64_t, (1 << slot_bits) / 64> bits_{};
};

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

bool is_before_displacement(std::span<const std::byte> bytes, std::size_t offset) {
  uint8_t before = static_cast<uint8_t>(bytes[offset - 1]);
  if ((before & 0xfe) == 0xe8 || (before & 0xc7) == 0x05) return true;
  return (before & 0xf0) == 0x80 && offset >= 2 && bytes[offset - 2] == std::byte{0x0f};
}

// A part of an area: positions with offsets [begin, end).
struct Piece {
  const CodeArea* area;
  std::size_t begin;
  std::size_t end;
};

// Every offset in code is the end of something: the first that can hold a displacement is 1.
std::vector<Piece> cut(const CodeMap& code) {
  std::vector<Piece> pieces;
  for (const CodeArea& area : code.areas) {
    if (area.bytes.size() <= displacement_size) continue;
    std::size_t end = area.bytes.size() - displacement_size + 1;
    for (std::size_t begin = 1; begin < end; begin += scan_piece_bytes) {
      pieces.push_back({&area, begin, std::min(begin + scan_piece_bytes, end)});
    }
  }
  return pieces;
}

class PieceScan {
 public:
  PieceScan(const Piece& piece, const AddressSieve& sieve, std::vector<Candidate>& candidates)
      : piece_(piece), sieve_(sieve), candidates_(candidates) {}

  void look_from_position() { __builtin_cpu_supports("avx2") ? look_with_avx2() : look_with_any(); }

  // `movabs` is the one instruction with a 64-bit immediate: a REX.W prefix, then B8 to BF.
  void look_from_got(uint64_t got) {
    const std::byte* bytes = piece_.area->bytes.data();
    for (std::size_t offset = std::max<std::size_t>(piece_.begin, 2); offset < piece_.end;
         ++offset) {
      if ((static_cast<uint8_t>(bytes[offset - 1]) & 0xf8) != 0xb8) continue;
      if ((static_cast<uint8_t>(bytes[offset - 2]) & 0xf8) != 0x48) continue;
      add(offset, got + displacement_at(bytes + offset), Reach::from_got);
    }
  }

  void look_absolute() {
    const std::byte* bytes = piece_.area->bytes.data();
    for (std::size_t offset = piece_.begin; offset < piece_.end; ++offset) {
      add(offset, displacement_at(bytes + offset), Reach::absolute);
    }
  }

 private:
  [[gnu::target("avx2")]] void look_with_avx2() { look(); }
  void look_with_any() { look(); }

  [[gnu::always_inline]] void look() {
    std::span<const std::byte> bytes = piece_.area->bytes;
    std::size_t offset = piece_.begin;
    // The lanes' earlier bytes begin two before the first position.
    for (; offset < 2 && offset < piece_.end; ++offset) {
      if (is_before_displacement(bytes, offset)) test(offset);
    }
    for (; offset + lanes <= piece_.end; offset += lanes) {
      uint32_t hits = displacements_among(bytes.data() + offset);
      for (; hits != 0; hits &= hits - 1) {
        test(offset + static_cast<std::size_t>(std::countr_zero(hits)));
      }
    }
    for (; offset < piece_.end; ++offset) {
      if (is_before_displacement(bytes, offset)) test(offset);
    }
  }

  [[gnu::always_inline]] void test(std::size_t offset) {
    uint64_t end = piece_.area->address + offset + displacement_size;
    add(offset, end + displacement_at(piece_.area->bytes.data() + offset), Reach::from_position);
  }

  [[gnu::always_inline]] void add(std::size_t offset, uint64_t target, Reach reach) {
    if (!sieve_.holds(target)) return;
    candidates_.push_back({piece_.area->address + offset, target, reach});
  }

  const Piece& piece_;
  const AddressSieve& sieve_;
  std::vector<Candidate>& candidates_;
};

}  // namespace

std::vector<Candidate> find_displacements(const CodeMap& code, const std::vector<uint64_t>& watched,
                                          const ScanForms& forms, int threads) {
  std::vector<Candidate> candidates;
  if (watched.empty()) return candidates;
  AddressSieve sieve(watched);
  std::vector<Piece> pieces = cut(code);
  std::vector<std::vector<Candidate>> found(pieces.size());
  for_each_piece(pieces.size(), threads, [&](std::size_t index) {
    PieceScan scan(pieces[index], sieve, found[index]);
    scan.look_from_position();
    if (forms.absolute) scan.look_absolute();
    if (forms.got_address) scan.look_from_got(*forms.got_address);
    if (forms.absolute || forms.got_address) {
      std::sort(found[index].begin(), found[index].end(),
                [](const Candidate& a, const Candidate& b) { return a.position < b.position; });
    }
  });
  for (const std::vector<Candidate>& part : found) {
    candidates.insert(candidates.end(), part.begin(), part.end());
  }
  return candidates;
}

std::vector<uint64_t> find_thread_pointer_accesses(const CodeMap& code, int64_t block,
                                                   int threads) {
  constexpr std::byte no_registers{0x25};  // SIB
  std::vector<Piece> pieces = cut(code);
  std::vector<std::vector<uint64_t>> found(pieces.size());
  for_each_piece(pieces.size(), threads, [&](std::size_t index) {
    const Piece& piece = pieces[index];
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
