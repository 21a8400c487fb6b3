// Symbols of both tables: the dynamic one, which the loader reads, and the full one, which strip
// removes.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "elf/dynamic.h"
#include "elf/image.h"
#include "elf/relocations.h"
#include "elf/versions.h"

namespace ltoscope::elf {

enum class Binding : uint8_t { local, global, weak, unique, other };
enum class Visibility : uint8_t { normal, protected_from_others, hidden, internal };
enum class SymbolKind : uint8_t {
  untyped,
  data,
  function,
  function_by_resolver,
  thread_local_data,
  other
};

// Names lie in the image's file and live as long as that.
struct Symbol {
  std::string_view name;  // without "@VERSION"
  SymbolVersion version;
  uint64_t address;
  uint64_t size;
  Binding binding;
  Visibility visibility;
  SymbolKind kind;
  bool defined;
  bool absolute;  // a number, not a place in the file
};

struct DynamicSymbols {
  std::vector<Symbol> symbols;  // the first is the null symbol
  std::set<std::string_view> defined_versions;
  // Set when the file does not say how many symbols there are, or says it twice and differently:
  // why, and then symbols may miss some.
  std::optional<std::string> doubt;
};

// The count comes from the loader's own tables; relocations lend the highest symbol that they use.
DynamicSymbols read_dynamic_symbols(const Image& image, const Dynamic& dynamic,
                                    const Relocations& relocations);

// The full symbol table, or nothing when the file was stripped.
std::optional<std::vector<Symbol>> read_symbol_table(const Image& image);

}  // namespace ltoscope::elf
