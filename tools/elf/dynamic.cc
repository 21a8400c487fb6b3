// Reads the tagged entries of the dynamic segment.
#include "elf/dynamic.h"

#include <elf.h>
#include <fmt/format.h>

namespace ltoscope::elf {
namespace {

// Tags that Android's linkers used before the common ones existed.
constexpr uint64_t android_rel = 0x6000000f, android_rel_size = 0x60000010;
constexpr uint64_t android_rela = 0x60000011, android_rela_size = 0x60000012;
constexpr uint64_t android_relr = 0x6fffe000, android_relr_size = 0x6fffe001;
constexpr uint64_t common_relr = 36, common_relr_size = 35;

// Tags and values up to the end marker, in file order.
using Entries = std::vector<std::pair<uint64_t, uint64_t>>;

Entries read_entries(const Image& image, const Segment& segment) {
  ByteReader bytes = bytes_at_offset(image, "dynamic segment", segment.offset, segment.file_size);
  Entries entries;
  uint64_t word = word_size(image);
  for (uint64_t at = 0; at < bytes.size(); at += 2 * word) {
    uint64_t tag = read_word(image, bytes, at);
    uint64_t value = read_word(image, bytes, at + word);
    if (tag == DT_NULL) return entries;
    entries.emplace_back(tag, value);
  }
  bytes.reject(fmt::format("{} entries without an end marker", entries.size()), "one");
}

std::optional<uint64_t> value_of(const Entries& entries, uint64_t tag) {
  for (const auto& [entry_tag, value] : entries) {
    if (entry_tag == tag) return value;
  }
  return std::nullopt;
}

void add_relocations(Dynamic& dynamic, const Entries& entries, RelocationFormat format,
                     uint64_t address_tag, uint64_t size_tag) {
  std::optional<uint64_t> address = value_of(entries, address_tag);
  std::optional<uint64_t> size = value_of(entries, size_tag);
  if (address && size && *size != 0) {
    dynamic.relocations.push_back({format, {*address, *size}});
  }
}

void find_relocations(Dynamic& dynamic, const Entries& entries) {
  using enum RelocationFormat;
  add_relocations(dynamic, entries, plain, DT_REL, DT_RELSZ);
  add_relocations(dynamic, entries, with_addend, DT_RELA, DT_RELASZ);
  RelocationFormat of_calls = value_of(entries, DT_PLTREL) == DT_REL ? plain : with_addend;
  add_relocations(dynamic, entries, of_calls, DT_JMPREL, DT_PLTRELSZ);
  add_relocations(dynamic, entries, relative_bitmap, common_relr, common_relr_size);
  add_relocations(dynamic, entries, relative_bitmap, android_relr, android_relr_size);
  add_relocations(dynamic, entries, android_plain, android_rel, android_rel_size);
  add_relocations(dynamic, entries, android_with_addend, android_rela, android_rela_size);
}

}  // namespace

Dynamic read_dynamic(const Image& image) {
  Dynamic dynamic;
  const Segment* segment = find_segment(image, SegmentKind::dynamic);
  if (segment == nullptr) return dynamic;
  dynamic.present = true;
  Entries entries = read_entries(image, *segment);
  if (std::optional<uint64_t> strings = value_of(entries, DT_STRTAB)) {
    dynamic.strings = {*strings, value_of(entries, DT_STRSZ).value_or(0)};
  }
  dynamic.symbols = value_of(entries, DT_SYMTAB);
  dynamic.hash = value_of(entries, DT_HASH);
  dynamic.gnu_hash = value_of(entries, DT_GNU_HASH);
  dynamic.versions = value_of(entries, DT_VERSYM);
  dynamic.version_needs = value_of(entries, DT_VERNEED);
  dynamic.version_definitions = value_of(entries, DT_VERDEF);
  dynamic.got = value_of(entries, DT_PLTGOT);
  uint64_t flags = value_of(entries, DT_FLAGS).value_or(0);
  uint64_t more_flags = value_of(entries, DT_FLAGS_1).value_or(0);
  dynamic.is_executable = (more_flags & DF_1_PIE) != 0;
  dynamic.static_tls = (flags & DF_STATIC_TLS) != 0;
  dynamic.bind_now = value_of(entries, DT_BIND_NOW).has_value() || (flags & DF_BIND_NOW) != 0 ||
                     (more_flags & DF_1_NOW) != 0;
  dynamic.text_relocations = value_of(entries, DT_TEXTREL).has_value() || (flags & DF_TEXTREL) != 0;
  find_relocations(dynamic, entries);
  NameBudget names_read(image.file->bytes().size());
  for (const auto& [tag, value] : entries) {
    if (tag == DT_NEEDED) dynamic.needed.push_back(dynamic_text(image, dynamic, value, names_read));
    if (tag == DT_SONAME) dynamic.soname = dynamic_text(image, dynamic, value, names_read);
    if (tag == DT_RPATH) dynamic.rpath = dynamic_text(image, dynamic, value, names_read);
    if (tag == DT_RUNPATH) dynamic.runpath = dynamic_text(image, dynamic, value, names_read);
  }
  return dynamic;
}

std::string_view dynamic_text(const Image& image, const Dynamic& dynamic, uint64_t offset,
                              NameBudget& names_read) {
  TablePlace place = dynamic.strings.value_or(TablePlace{0, 0});
  ByteReader strings = bytes_at_address(image, "dynamic strings", place.address, place.size);
  std::string_view text = strings.text(offset);
  names_read.add(text, strings);
  return text;
}

}  // namespace ltoscope::elf
