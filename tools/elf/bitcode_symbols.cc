// Versions 1 to 3 of the table. Later ones may put other things in the same places: unknown.
#include "elf/bitcode_symbols.h"

#include <fmt/format.h>

#include "elf/byte_reader.h"
#include "elf/name_budget.h"

namespace ltoscope::elf {
namespace {

constexpr uint32_t oldest_version = 1;
constexpr uint32_t with_libraries = 2;  // the header ends with a list of libraries
constexpr uint32_t with_selection = 3;  // COMDATs say which of several to keep
constexpr uint32_t newest_version = 3;

// A header of 32-bit words: the version, then pairs of offset and count (or size, for text).
constexpr uint64_t modules_at = 12;
constexpr uint64_t groups_at = 20;
constexpr uint64_t symbols_at = 28;
constexpr uint64_t rare_at = 36;
constexpr uint64_t triple_at = 44;
constexpr uint64_t source_at = 52;
constexpr uint64_t header_size_without_libraries = 68;
constexpr uint64_t header_size_with_libraries = 76;

constexpr uint64_t symbol_entry_size = 24;
constexpr uint64_t group_of_symbol = 16;
constexpr uint64_t flags_of_symbol = 20;
constexpr uint64_t rare_entry_size = 24;
constexpr uint32_t no_group = ~uint32_t{0};

// Bits of a symbol's flags; the lowest two are the visibility.
constexpr uint32_t visibility_mask = 3;
constexpr uint32_t has_rare = 1 << 2;
constexpr uint32_t is_undefined = 1 << 3;
constexpr uint32_t is_weak = 1 << 4;
constexpr uint32_t is_common = 1 << 5;
constexpr uint32_t is_indirect = 1 << 6;
constexpr uint32_t is_thread_local = 1 << 8;
constexpr uint32_t is_global = 1 << 10;
constexpr uint32_t for_compilers = 1 << 11;
constexpr uint32_t is_executable = 1 << 13;

class BitcodeTable {
 public:
  BitcodeTable(std::string_view file, std::span<const std::byte> table,
               std::span<const std::byte> names)
      : table_(file, "symbol table of the bitcode", table, std::endian::little),
        names_(file, "names of the bitcode", names, std::endian::little) {}

  uint32_t version() const { return table_.u32(0); }

  // Text that a pair of offset and size stands for.
  std::string_view text(const ByteReader& from, uint64_t pair) const {
    ByteReader part = names_.part("name of the bitcode", from.u32(pair), from.u32(pair + 4));
    return {reinterpret_cast<const char*>(part.bytes().data()), part.size()};
  }
  std::string_view header_text(uint64_t pair) const { return text(table_, pair); }

  uint64_t count(uint64_t pair) const { return table_.u32(pair + 4); }

  // The entries that a pair of offset and count stands for.
  ByteReader entries(std::string place, uint64_t pair, uint64_t entry_size) const {
    return table_.part(std::move(place), table_.u32(pair), count(pair) * entry_size);
  }
  uint64_t offset(uint64_t pair) const { return table_.u32(pair); }
  uint64_t size() const { return table_.size(); }
  uint64_t names_size() const { return names_.size(); }

 private:
  ByteReader table_;
  ByteReader names_;
};

Visibility bitcode_visibility(uint32_t flags) {
  switch (flags & visibility_mask) {
    case 1:
      return Visibility::hidden;
    case 2:
      return Visibility::protected_from_others;
    default:
      return Visibility::normal;
  }
}

SymbolRole bitcode_role(uint32_t flags) {
  bool weak = (flags & is_weak) != 0;
  if ((flags & is_undefined) != 0) {
    return weak ? SymbolRole::weak_undefined : SymbolRole::undefined;
  }
  if ((flags & is_global) == 0) return SymbolRole::local;
  if ((flags & is_common) != 0) return SymbolRole::common;
  return weak ? SymbolRole::weak : SymbolRole::strong;
}

SymbolKind bitcode_kind(uint32_t flags) {
  if ((flags & is_thread_local) != 0) return SymbolKind::thread_local_data;
  if ((flags & is_executable) == 0) return SymbolKind::data;
  return (flags & is_indirect) != 0 ? SymbolKind::function_by_resolver : SymbolKind::function;
}

void read_entries(const BitcodeTable& table, Bitcode& bitcode) {
  uint64_t group_size = table.version() >= with_selection ? 12 : 8;
  ByteReader groups = table.entries("groups of the bitcode", groups_at, group_size);
  ByteReader symbols = table.entries("symbols of the bitcode", symbols_at, symbol_entry_size);
  ByteReader rare = table.entries("rare fields of the bitcode", rare_at, rare_entry_size);
  uint64_t next_rare = 0;
  NameBudget names_read(table.size() + table.names_size());
  for (uint64_t at = 0; at < symbols.size(); at += symbol_entry_size) {
    uint32_t flags = symbols.u32(at + flags_of_symbol);
    std::optional<int64_t> size;
    if ((flags & has_rare) != 0) {
      if ((flags & is_common) != 0) size = rare.u32(next_rare);
      next_rare += rare_entry_size;
    }
    if ((flags & for_compilers) != 0) {
      std::string_view name = table.text(symbols, at);
      if (name == "llvm.global_ctors") bitcode.has_constructors = true;
      continue;
    }
    ObjectSymbol symbol;
    symbol.name = table.text(symbols, at);
    names_read.add(symbol.name, symbols);
    symbol.role = bitcode_role(flags);
    symbol.kind = bitcode_kind(flags);
    symbol.visibility = bitcode_visibility(flags);
    symbol.size = size;
    uint32_t group = symbols.u32(at + group_of_symbol);
    if (group != no_group) symbol.group = table.text(groups, group * group_size);
    bitcode.symbols.push_back(symbol);
  }
}

}  // namespace

void read_bitcode_symbols(std::string_view file, std::span<const std::byte> bytes,
                          std::span<const std::byte> names, Bitcode& bitcode) {
  BitcodeTable table(file, bytes, names);
  uint32_t version = table.version();
  if (version < oldest_version || version > newest_version) {
    bitcode.unknown_symbols = fmt::format("symbol table of version {}, known are {} to {}", version,
                                          oldest_version, newest_version);
    return;
  }
  uint64_t header_size =
      version >= with_libraries ? header_size_with_libraries : header_size_without_libraries;
  // The modules' ranges follow the header: a layout that differs shows here.
  if (table.offset(modules_at) != header_size) {
    bitcode.unknown_symbols =
        fmt::format("a header of {} bytes in the symbol table, expected {} in version {}",
                    table.offset(modules_at), header_size, version);
    return;
  }
  if (table.count(modules_at) != static_cast<uint64_t>(bitcode.modules)) {
    bitcode.unknown_symbols = fmt::format("the symbol table is of {} modules, the file holds {}",
                                          table.count(modules_at), bitcode.modules);
    return;
  }
  bitcode.triple = table.header_text(triple_at);
  bitcode.source_file = table.header_text(source_at);
  read_entries(table, bitcode);
}

}  // namespace ltoscope::elf
