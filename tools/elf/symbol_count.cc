// Takes the count from the hash tables, and compares it with the section header if there is one.
#include "elf/symbol_count.h"

#include <fmt/format.h>

#include <algorithm>

namespace ltoscope::elf {
namespace {

constexpr uint64_t highest_count = 0xffffffff;  // relocations number symbols in 32 bits
constexpr uint64_t gnu_hash_header_size = 16;   // buckets, first symbol, bloom words, bloom shift

// Alpha and s390 have 64-bit words in DT_HASH; of those only s390 has a name here.
uint64_t hash_word_size(const Image& image) {
  return image.machine == Machine::s390 && image.wide ? 8 : 4;
}

// What a hash table says.
struct Hashed {
  int64_t count;
  bool includes_undefined;  // false: there may be more symbols, but none that others can find
};

Hashed count_by_hash(const Image& image, uint64_t address) {
  uint64_t word = hash_word_size(image);
  ByteReader header = bytes_at_address(image, "hash table", address, 2 * word);
  uint64_t chain_entries = word == 8 ? header.u64(word) : header.u32(word);
  if (chain_entries > highest_count) {
    header.reject(fmt::format("{} symbols", chain_entries),
                  fmt::format("{} at most", highest_count));
  }
  return {static_cast<int64_t>(chain_entries), true};
}

// Nothing when the table has no buckets: its tag stays when a tool clears the section.
std::optional<Hashed> count_by_gnu_hash(const Image& image, uint64_t address) {
  ByteReader table = bytes_from_address(image, "GNU hash table", address);
  uint64_t bucket_count = table.u32(0);
  uint64_t first_symbol = table.u32(4);
  uint64_t bloom_words = table.u32(8);
  if (bucket_count == 0) return std::nullopt;
  uint64_t buckets = gnu_hash_header_size + bloom_words * word_size(image);
  uint64_t last_start = 0;
  for (uint64_t index = 0; index < bucket_count; ++index) {
    last_start = std::max<uint64_t>(last_start, table.u32(buckets + 4 * index));
  }
  // GNU ld then writes 1 as the first symbol, whatever comes before.
  if (last_start == 0) return Hashed{static_cast<int64_t>(first_symbol), false};
  if (last_start < first_symbol) {
    table.reject(fmt::format("a bucket that starts at symbol {}", last_start),
                 fmt::format("{} or more", first_symbol));
  }
  // The bucket with the highest start has the last chain; its end is marked by the lowest bit.
  uint64_t chains = buckets + 4 * bucket_count;
  uint64_t last = last_start;
  while ((table.u32(chains + 4 * (last - first_symbol)) & 1) == 0) ++last;
  return Hashed{static_cast<int64_t>(last + 1), true};
}

int64_t highest_used(const Relocations& relocations) {
  int64_t highest = 0;
  relocations.for_each([&](const Relocation& relocation) {
    highest = std::max<int64_t>(highest, relocation.symbol);
  });
  return highest;
}

std::optional<int64_t> count_by_section(const Image& image, const Dynamic& dynamic) {
  for (const Section& section : image.sections) {
    if (section.kind == SectionKind::dynamic_symbols && section.address == *dynamic.symbols &&
        section.entry_size != 0) {
      return static_cast<int64_t>(section.size / section.entry_size);
    }
  }
  return std::nullopt;
}

}  // namespace

SymbolCount count_dynamic_symbols(const Image& image, const Dynamic& dynamic,
                                  const Relocations& relocations) {
  std::optional<Hashed> hashed;
  if (dynamic.hash) {
    hashed = count_by_hash(image, *dynamic.hash);
  } else if (dynamic.gnu_hash) {
    hashed = count_by_gnu_hash(image, *dynamic.gnu_hash);
  }
  std::optional<int64_t> by_section = count_by_section(image, dynamic);
  int64_t at_least = highest_used(relocations) + 1;
  if (hashed) at_least = std::max(at_least, hashed->count);
  if (by_section) at_least = std::max(at_least, *by_section);

  if (hashed && by_section && hashed->includes_undefined && *by_section != hashed->count) {
    return {at_least, fmt::format("the hash table says {} dynamic symbols, the section header {}",
                                  hashed->count, *by_section)};
  }
  if (hashed || by_section) return {at_least, std::nullopt};
  return {at_least,
          "neither a usable hash table nor a section header says how many dynamic "
          "symbols there are"};
}

}  // namespace ltoscope::elf
