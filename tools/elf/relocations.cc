// Reads each relocation table in its format.
#include "elf/relocations.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "elf/android_relocations.h"
#include "elf/relocation_types.h"

namespace ltoscope::elf {
namespace {

uint64_t entry_size(const Image& image, bool with_addend) {
  return word_size(image) * (with_addend ? 3 : 2);
}

Relocation read_entry(const Image& image, const ByteReader& bytes, uint64_t at, bool with_addend) {
  uint64_t word = word_size(image);
  Relocation relocation;
  relocation.address = read_word(image, bytes, at);
  uint64_t information = read_word(image, bytes, at + word);
  if (image.wide) {
    relocation.symbol = static_cast<uint32_t>(information >> 32);
    relocation.type = static_cast<uint32_t>(information);
  } else {
    relocation.symbol = static_cast<uint32_t>(information >> 8);
    relocation.type = information & 0xff;
  }
  if (with_addend) {
    relocation.addend = image.wide ? static_cast<int64_t>(bytes.u64(at + 2 * word))
                                   : static_cast<int32_t>(bytes.u32(at + 2 * word));
  }
  return relocation;
}

void read_table(const Image& image, const ByteReader& bytes, bool with_addend,
                Relocations& relocations) {
  uint64_t size = entry_size(image, with_addend);
  if (bytes.size() % size != 0) {
    bytes.reject(fmt::format("{} bytes", bytes.size()), fmt::format("a multiple of {}", size));
  }
  relocations.entries.reserve(relocations.entries.size() + bytes.size() / size);
  for (uint64_t at = 0; at < bytes.size(); at += size) {
    relocations.entries.push_back(read_entry(image, bytes, at, with_addend));
  }
}

// An even word is an address; an odd one is a bitmap of the words that follow the last address.
void read_bitmaps(const Image& image, const ByteReader& bytes, Relocations& relocations) {
  uint64_t word = word_size(image);
  uint64_t bits_per_bitmap = 8 * word - 1;
  uint32_t type = relative_type(image.machine);
  uint64_t next = 0;
  auto add = [&](uint64_t address) {
    relocations.entries.push_back({address, type, 0, std::nullopt});
    ++relocations.from_relative_bitmaps;
  };
  if (bytes.size() % word != 0) {
    bytes.reject(fmt::format("{} bytes", bytes.size()), fmt::format("a multiple of {}", word));
  }
  for (uint64_t at = 0; at < bytes.size(); at += word) {
    uint64_t entry = read_word(image, bytes, at);
    if ((entry & 1) == 0) {
      add(entry);
      next = entry + word;
      continue;
    }
    for (uint64_t bit = 0; bit < bits_per_bitmap; ++bit) {
      if ((entry >> (bit + 1) & 1) != 0) add(next + bit * word);
    }
    next += bits_per_bitmap * word;
  }
}

void read_place(const Image& image, const RelocationPlace& table, Relocations& relocations) {
  auto bytes = [&](const char* name) {
    return bytes_at_address(image, name, table.place.address, table.place.size);
  };
  switch (table.format) {
    case RelocationFormat::plain:
      return read_table(image, bytes("relocations"), false, relocations);
    case RelocationFormat::with_addend:
      return read_table(image, bytes("relocations"), true, relocations);
    case RelocationFormat::relative_bitmap:
      return read_bitmaps(image, bytes("relative relocations (RELR)"), relocations);
    case RelocationFormat::android_plain:
    case RelocationFormat::android_with_addend:
      return read_android_relocations(image, bytes("packed relocations"),
                                      table.format == RelocationFormat::android_with_addend,
                                      relocations);
  }
}

// Some linkers let the size of the first table span the PLT's as well.
std::vector<RelocationPlace> without_overlaps(std::vector<RelocationPlace> tables) {
  std::sort(tables.begin(), tables.end(), [](const RelocationPlace& a, const RelocationPlace& b) {
    if (a.place.address != b.place.address) return a.place.address < b.place.address;
    return a.place.size > b.place.size;
  });
  std::vector<RelocationPlace> kept;
  uint64_t covered = 0;
  for (RelocationPlace table : tables) {
    uint64_t end = table.place.address + table.place.size;
    // A size that overflows is kept whole, so that reading it is refused.
    bool overflows = end < table.place.address;
    if (!overflows && end <= covered) continue;
    if (!overflows && table.place.address < covered) {
      table.place = {covered, end - covered};
    }
    covered = std::max(covered, overflows ? std::numeric_limits<uint64_t>::max() : end);
    kept.push_back(table);
  }
  return kept;
}

}  // namespace

bool can_read_relocations(const Image& image) {
  return !(image.machine == Machine::mips && image.wide);
}

Relocations read_relocations(const Image& image, const Dynamic& dynamic) {
  Relocations relocations;
  if (dynamic.present) {
    for (const RelocationPlace& table : without_overlaps(dynamic.relocations)) {
      read_place(image, table, relocations);
    }
    return relocations;
  }
  for (const Section& section : image.sections) {
    bool with_addend = section.kind == SectionKind::relocations_with_addend;
    if (!section.loaded || (!with_addend && section.kind != SectionKind::relocations)) continue;
    read_table(image, bytes_at_offset(image, "relocations", section.offset, section.size),
               with_addend, relocations);
  }
  return relocations;
}

std::optional<uint64_t> addend_of(const Image& image, const Relocation& relocation) {
  if (relocation.addend) return static_cast<uint64_t>(*relocation.addend);
  return word_at_address(image, relocation.address);
}

}  // namespace ltoscope::elf
