// Follows the linked records of the version tables. Every link is relative to its own record.
#include "elf/versions.h"

#include <elf.h>
#include <fmt/format.h>

#include <cstddef>

namespace ltoscope::elf {
namespace {

constexpr uint16_t local_index = 0;
constexpr uint16_t first_named_index = 2;
constexpr uint16_t hidden_bit = 0x8000;

using NamesByIndex = std::map<uint16_t, std::string_view>;

// What is read of tables whose records may share bytes: so many as would fit side by side, and
// names in proportion to the file.
class RecordBudget {
 public:
  explicit RecordBudget(const Image& image, const ByteReader& table)
      : names(image.file->bytes().size()), left_(table.size() / smallest_record) {}

  void add(const ByteReader& table) {
    if (left_ == 0) table.reject("records that overlap", "each with bytes of its own");
    --left_;
  }

  NameBudget names;

 private:
  static constexpr uint64_t smallest_record = sizeof(Elf64_Verdaux);
  uint64_t left_;
};

// Both record kinds end in the distance to the next one, 0 for the last. The distance is unsigned
// and not 0, so the walk always moves forward and ends at the latest where the bytes do.
void read_definitions(const Image& image, const Dynamic& dynamic, NamesByIndex& names,
                      std::set<std::string_view>& defined) {
  ByteReader bytes = bytes_from_address(image, "version definitions", *dynamic.version_definitions);
  RecordBudget budget(image, bytes);
  for (uint64_t at = 0;;) {
    budget.add(bytes);
    uint16_t index = bytes.u16(at + offsetof(Elf64_Verdef, vd_ndx));
    uint64_t name_record = at + bytes.u32(at + offsetof(Elf64_Verdef, vd_aux));
    std::string_view name = dynamic_text(
        image, dynamic, bytes.u32(name_record + offsetof(Elf64_Verdaux, vda_name)), budget.names);
    names[index & ~hidden_bit] = name;
    defined.insert(name);
    uint32_t distance = bytes.u32(at + offsetof(Elf64_Verdef, vd_next));
    if (distance == 0) return;
    at += distance;
  }
}

void read_needs(const Image& image, const Dynamic& dynamic, NamesByIndex& names) {
  ByteReader bytes = bytes_from_address(image, "version needs", *dynamic.version_needs);
  RecordBudget budget(image, bytes);
  for (uint64_t at = 0;;) {
    budget.add(bytes);
    uint16_t count = bytes.u16(at + offsetof(Elf64_Verneed, vn_cnt));
    uint64_t entry = at + bytes.u32(at + offsetof(Elf64_Verneed, vn_aux));
    for (uint16_t index = 0; index < count; ++index) {
      budget.add(bytes);
      uint16_t version = bytes.u16(entry + offsetof(Elf64_Vernaux, vna_other));
      names[version & ~hidden_bit] = dynamic_text(
          image, dynamic, bytes.u32(entry + offsetof(Elf64_Vernaux, vna_name)), budget.names);
      uint32_t to_next = bytes.u32(entry + offsetof(Elf64_Vernaux, vna_next));
      if (to_next == 0) break;
      entry += to_next;
    }
    uint32_t distance = bytes.u32(at + offsetof(Elf64_Verneed, vn_next));
    if (distance == 0) return;
    at += distance;
  }
}

}  // namespace

SymbolVersion Versions::of(int64_t symbol) const {
  if (!indexes) return {};
  uint16_t bits = indexes->u16(static_cast<uint64_t>(symbol) * sizeof(uint16_t));
  uint16_t index = bits & static_cast<uint16_t>(~hidden_bit);
  SymbolVersion version{.local = index == local_index, .preferred = (bits & hidden_bit) == 0};
  if (index < first_named_index) return version;
  auto found = names.find(index);
  if (found == names.end()) {
    indexes->reject(fmt::format("version index {} of symbol {}", index, symbol),
                    "one that the version tables name");
  }
  version.name = found->second;
  return version;
}

Versions read_versions(const Image& image, const Dynamic& dynamic, int64_t symbol_count) {
  Versions versions;
  if (dynamic.version_definitions) {
    read_definitions(image, dynamic, versions.names, versions.defined_names);
  }
  if (dynamic.version_needs) read_needs(image, dynamic, versions.names);
  if (dynamic.versions) {
    versions.indexes = bytes_at_address(image, "symbol versions", *dynamic.versions,
                                        static_cast<uint64_t>(symbol_count) * sizeof(uint16_t));
  }
  return versions;
}

}  // namespace ltoscope::elf
