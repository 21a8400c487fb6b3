// The dynamic segment: what the loader reads of a library. Present in files without section headers
// too.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "elf/image.h"
#include "elf/name_budget.h"

namespace ltoscope::elf {

// An array somewhere in the loaded bytes.
struct TablePlace {
  uint64_t address;
  uint64_t size;  // bytes
};

enum class RelocationFormat {
  plain,
  with_addend,
  relative_bitmap,
  android_plain,
  android_with_addend
};

struct RelocationPlace {
  RelocationFormat format;
  TablePlace place;
};

struct Dynamic {
  bool present = false;  // false: a static executable
  std::vector<std::string_view> needed;
  std::optional<std::string_view> soname;
  bool is_executable = false;               // DF_1_PIE: an executable that is loaded anywhere
  std::optional<std::string_view> rpath;    // folders to search, parted by colons: DT_RPATH
  std::optional<std::string_view> runpath;  // DT_RUNPATH
  bool static_tls = false;  // the library says that it needs room in the static TLS block
  bool bind_now = false;    // all slots are filled at load, by any of the three flags that say so
  bool text_relocations = false;  // the library says that read-only pages are relocated

  std::optional<TablePlace> strings;
  std::optional<uint64_t> symbols;  // addresses
  std::optional<uint64_t> hash;
  std::optional<uint64_t> gnu_hash;
  std::optional<uint64_t> versions;
  std::optional<uint64_t> version_needs;
  std::optional<uint64_t> version_definitions;
  std::optional<uint64_t> got;
  std::vector<RelocationPlace> relocations;
};

Dynamic read_dynamic(const Image& image);

// The text at offset in the dynamic string table, which names_read pays for. Requires:
// dynamic.strings.
std::string_view dynamic_text(const Image& image, const Dynamic& dynamic, uint64_t offset,
                              NameBudget& names_read);

}  // namespace ltoscope::elf
