// Symbol versions: "memcpy@GLIBC_2.14". Each dynamic symbol has a version index that names a needed
// or a defined version, or says that the symbol is not for others.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "elf/byte_reader.h"
#include "elf/dynamic.h"
#include "elf/image.h"

namespace ltoscope::elf {

struct SymbolVersion {
  std::string_view name = {};  // empty: none
  bool local = false;          // the version script keeps the symbol from others
  bool preferred = true;  // false: only found by those who ask for this version ("@", not "@@")
};

struct Versions {
  std::set<std::string_view> defined_names;    // versions that the library defines
  std::map<uint16_t, std::string_view> names;  // by index
  std::optional<ByteReader> indexes;           // by symbol; nothing: there are no versions

  // Throws Failure(bad_input) for an index that the version tables do not name.
  SymbolVersion of(int64_t symbol) const;
};

// Requires: dynamic.symbols when dynamic.versions.
Versions read_versions(const Image& image, const Dynamic& dynamic, int64_t symbol_count);

}  // namespace ltoscope::elf
