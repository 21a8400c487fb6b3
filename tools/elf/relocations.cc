// Finds each relocation table, and unpacks those that are packed.
#include "elf/relocations.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "elf/android_relocations.h"
#include "elf/relocation_types.h"

namespace ltoscope::elf {
namespace {

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

class RelocationReader {
 public:
  explicit RelocationReader(const Image& image) : image_(image) {
    relocations_.relative_type_ = relative_type(image.machine);
  }

  void read_place(const RelocationPlace& table) {
    auto bytes = [&](const char* name) {
      return bytes_at_address(image_, name, table.place.address, table.place.size);
    };
    switch (table.format) {
      case RelocationFormat::plain:
        return add_table(bytes("relocations"), false);
      case RelocationFormat::with_addend:
        return add_table(bytes("relocations"), true);
      case RelocationFormat::relative_bitmap:
        return read_bitmaps(bytes("relative relocations (RELR)"));
      case RelocationFormat::android_plain:
      case RelocationFormat::android_with_addend:
        return read_android_relocations(image_, bytes("packed relocations"),
                                        table.format == RelocationFormat::android_with_addend,
                                        relocations_.unpacked_);
    }
  }

  void add_table(ByteReader bytes, bool with_addend) {
    uint64_t size = word_size(image_) * (with_addend ? 3 : 2);
    if (bytes.size() % size != 0) {
      bytes.reject(fmt::format("{} bytes", bytes.size()), fmt::format("a multiple of {}", size));
    }
    relocations_.tables_.push_back({std::move(bytes), image_.wide, with_addend});
  }

  Relocations result() && { return std::move(relocations_); }

 private:
  // An even word is an address; an odd one is a bitmap of the words that follow the last address.
  void read_bitmaps(const ByteReader& bytes) {
    uint64_t word = word_size(image_);
    uint64_t bits_per_bitmap = 8 * word - 1;
    uint64_t next = 0;
    if (bytes.size() % word != 0) {
      bytes.reject(fmt::format("{} bytes", bytes.size()), fmt::format("a multiple of {}", word));
    }
    for (uint64_t at = 0; at < bytes.size(); at += word) {
      uint64_t entry = read_word(image_, bytes, at);
      if ((entry & 1) == 0) {
        relocations_.in_relative_bitmaps_.push_back(entry);
        next = entry + word;
        continue;
      }
      for (uint64_t bit = 0; bit < bits_per_bitmap; ++bit) {
        if ((entry >> (bit + 1) & 1) == 0) continue;
        relocations_.in_relative_bitmaps_.push_back(next + bit * word);
      }
      next += bits_per_bitmap * word;
    }
  }

  const Image& image_;
  Relocations relocations_;
};

bool can_read_relocations(const Image& image) {
  return !(image.machine == Machine::mips && image.wide);
}

Relocations read_relocations(const Image& image, const Dynamic& dynamic) {
  RelocationReader reader(image);
  if (dynamic.present) {
    for (const RelocationPlace& table : without_overlaps(dynamic.relocations)) {
      reader.read_place(table);
    }
    return std::move(reader).result();
  }
  uint64_t total = 0;
  for (const Section& section : image.sections) {
    bool with_addend = section.kind == SectionKind::relocations_with_addend;
    if (!section.loaded || (!with_addend && section.kind != SectionKind::relocations)) continue;
    ByteReader table = bytes_at_offset(image, "relocations", section.offset, section.size);
    total += table.size();
    if (total > image.file->bytes().size()) table.reject("tables that overlap", "separate ones");
    reader.add_table(std::move(table), with_addend);
  }
  return std::move(reader).result();
}

std::optional<uint64_t> addend_of(const Image& image, const Relocation& relocation) {
  if (relocation.addend) return static_cast<uint64_t>(*relocation.addend);
  return word_at_address(image, relocation.address);
}

}  // namespace ltoscope::elf
