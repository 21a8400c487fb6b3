// One pass over all words.
#include "audit/aarch64_scan.h"

#include <algorithm>
#include <bitset>
#include <unordered_set>

#include "audit/aarch64_fields.h"
#include "command/parallel.h"

namespace ltoscope::audit {
namespace {

constexpr uint64_t page_size = 4096;
// ld.bfd and gcc reach slots from the page at which the GOT begins, with up to 15 bits.
constexpr uint64_t pages_before_slot = 8;
constexpr uint64_t piece_of_code = 1024 * 1024;  // for one thread

uint64_t page_of(uint64_t address) { return address & ~(page_size - 1); }

struct Watched {
  std::unordered_set<uint64_t> addresses;
  std::unordered_set<uint64_t> pages;
  std::bitset<page_size> rests;         // of addresses in their page
  std::bitset<65536> lowest_halfwords;  // of addresses
};

Watched watch(const CalleesByAddress& slots, const CalleesByAddress& functions) {
  Watched watched;
  auto add = [&](uint64_t address) {
    watched.addresses.insert(address);
    watched.pages.insert(page_of(address));
    watched.rests.set(address % page_size);
    watched.lowest_halfwords.set(address & 0xffff);
  };
  for (const auto& [address, callees] : functions) add(address);
  for (const auto& [address, callees] : slots) {
    add(address);
    for (uint64_t count = 1; count < pages_before_slot; ++count) {
      watched.pages.insert(page_of(address) - count * page_size);
    }
  }
  return watched;
}

using Kind = Aarch64Reference::Kind;

std::optional<uint64_t> literal_target(uint32_t word, uint64_t address) {
  constexpr uint32_t load = 0x58000000, mask = 0xff000000;
  if ((word & mask) != load) return std::nullopt;
  return address + static_cast<uint64_t>(signed_bits_at(word, 5, 19) * 4);
}

// The immediate of `ldr x, [x, #]` or `add x, x, #`, which completes what adrp began.
std::optional<uint64_t> rest_of_address(uint32_t word) {
  constexpr uint32_t load = 0xf9400000, add = 0x91000000, mask = 0xffc00000;
  uint64_t immediate = word_bits_at(word, 10, 12);
  if ((word & mask) == load) return immediate * 8;
  if ((word & mask) == add) return immediate;
  return std::nullopt;
}

void scan_words(const CodeArea& area, uint64_t begin, uint64_t end, const Watched& watched,
                bool fixed_addresses, std::vector<Aarch64Reference>& found) {
  constexpr uint32_t move_wide = 0x12800000, move_wide_mask = 0x1f800000, position_mask = 0x600000;
  for (uint64_t offset = begin; offset < end; offset += aarch64_size) {
    uint32_t word = *aarch64_word(area.bytes.subspan(offset, aarch64_size));
    uint64_t address = area.address + offset;
    if (auto target = aarch64_branch_target(word, address)) {
      if (watched.addresses.contains(*target)) found.push_back({address, *target, Kind::branch});
    } else if (auto page = aarch64_adrp_target(word, address)) {
      if (watched.pages.contains(*page)) found.push_back({address, *page, Kind::page});
    } else if (auto rest = rest_of_address(word)) {
      if (watched.rests.test(*rest % page_size)) found.push_back({address, *rest, Kind::rest});
    } else if (auto place = aarch64_adr_target(word, address)) {
      if (watched.addresses.contains(*place)) found.push_back({address, *place, Kind::whole});
    } else if (auto literal = literal_target(word, address)) {
      if (watched.addresses.contains(*literal) || fixed_addresses) {
        found.push_back({address, *literal, Kind::whole});
      }
    } else if (fixed_addresses && (word & move_wide_mask) == move_wide &&
               (word & position_mask) == 0) {
      uint64_t part = word_bits_at(word, 5, 16);
      if (watched.lowest_halfwords.test(part)) found.push_back({address, part, Kind::whole});
    }
  }
}

}  // namespace

std::vector<Aarch64Reference> scan_aarch64(const CodeMap& code, const CalleesByAddress& slots,
                                           const CalleesByAddress& functions, bool fixed_addresses,
                                           int threads) {
  std::vector<Aarch64Reference> all;
  if (slots.empty() && functions.empty()) return all;
  Watched watched = watch(slots, functions);
  struct Piece {
    const CodeArea* area;
    uint64_t begin, end;
  };
  std::vector<Piece> pieces;
  for (const CodeArea& area : code.areas) {
    uint64_t words_end = area.bytes.size() / aarch64_size * aarch64_size;
    for (uint64_t begin = 0; begin < words_end; begin += piece_of_code) {
      pieces.push_back({&area, begin, std::min(begin + piece_of_code, words_end)});
    }
  }
  std::vector<std::vector<Aarch64Reference>> found(pieces.size());
  for_each_piece(pieces.size(), threads, [&](std::size_t index) {
    const Piece& piece = pieces[index];
    scan_words(*piece.area, piece.begin, piece.end, watched, fixed_addresses, found[index]);
  });
  for (const std::vector<Aarch64Reference>& part : found) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

}  // namespace ltoscope::audit
