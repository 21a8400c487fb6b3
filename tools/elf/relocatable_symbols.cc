// Reads the symbol table of a relocatable object, and which symbols stand in groups of which
// linkers keep one.
#include "elf/relocatable_symbols.h"

#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <utility>

#include "elf/name_budget.h"
#include "elf/symbol_fields.h"

namespace ltoscope::elf {
namespace {

SymbolRole object_role(uint8_t binding, uint32_t section, bool common) {
  bool weak = binding == STB_WEAK;
  if (binding == STB_LOCAL) return SymbolRole::local;
  if (section == SHN_UNDEF) return weak ? SymbolRole::weak_undefined : SymbolRole::undefined;
  if (common) return SymbolRole::common;
  // One of several unique definitions is taken, as of weak ones.
  return weak || binding == STB_GNU_UNIQUE ? SymbolRole::weak : SymbolRole::strong;
}

struct SymbolTables {
  uint32_t symbols;                        // section index
  std::optional<ByteReader> long_numbers;  // sections of symbols whose number needs 32 bits
};

std::optional<SymbolTables> find_symbol_tables(const Relocatable& object) {
  for (uint32_t index = 0; index < object.sections.size(); ++index) {
    if (object.sections[index].kind != ObjectSection::Kind::symbols) continue;
    SymbolTables tables{index, std::nullopt};
    for (uint32_t other = 0; other < object.sections.size(); ++other) {
      if (object.sections[other].name == ".symtab_shndx" && object.sections[other].link == index) {
        tables.long_numbers = section_bytes(object, other);
      }
    }
    return tables;
  }
  return std::nullopt;
}

ObjectSymbol read_object_symbol(const Relocatable& object, const ByteReader& table, uint64_t at,
                                const ByteReader& strings, const SymbolTables& tables,
                                uint64_t index) {
  ObjectSymbol symbol;
  bool wide = object.wide;
  uint8_t information =
      table.u8(at + (wide ? offsetof(Elf64_Sym, st_info) : offsetof(Elf32_Sym, st_info)));
  uint8_t type = information & 0xf;
  uint32_t section =
      table.u16(at + (wide ? offsetof(Elf64_Sym, st_shndx) : offsetof(Elf32_Sym, st_shndx)));
  bool common = section == SHN_COMMON || type == STT_COMMON;
  bool special = section >= SHN_LORESERVE;
  if (section == SHN_XINDEX && tables.long_numbers) {
    section = tables.long_numbers->u32(index * sizeof(uint32_t));
    special = false;
  }
  symbol.role = object_role(information >> 4, section, common);
  symbol.kind = symbol_kind(information);
  symbol.visibility = symbol_visibility(
      table.u8(at + (wide ? offsetof(Elf64_Sym, st_other) : offsetof(Elf32_Sym, st_other))));
  if (type != STT_SECTION && type != STT_FILE) symbol.name = strings.text(table.u32(at));
  symbol.size = static_cast<int64_t>(wide ? table.u64(at + offsetof(Elf64_Sym, st_size))
                                          : uint64_t{table.u32(at + offsetof(Elf32_Sym, st_size))});
  if (special || section == SHN_UNDEF) return symbol;
  if (section >= object.sections.size()) {
    table.reject(fmt::format("symbol {} in section {}", index, section),
                 fmt::format("a section below {}", object.sections.size()));
  }
  symbol.section = section;
  symbol.offset = wide ? table.u64(at + offsetof(Elf64_Sym, st_value))
                       : uint64_t{table.u32(at + offsetof(Elf32_Sym, st_value))};
  return symbol;
}

// A group's first word says whether linkers keep one of several; the others are its sections.
void name_groups(Relocatable& object) {
  constexpr uint32_t keep_one = 1;
  uint64_t total = 0;
  std::unordered_map<uint32_t, std::string_view> group_of_section;
  for (uint32_t index = 0; index < object.sections.size(); ++index) {
    const ObjectSection& section = object.sections[index];
    if (section.kind != ObjectSection::Kind::group) continue;
    ByteReader words = section_bytes(object, index);
    total += words.size();
    if (total > object.bytes.size()) words.reject("groups that overlap", "groups of their own");
    if (words.size() < sizeof(uint32_t) || words.u32(0) != keep_one) continue;
    if (section.information >= object.symbols.size()) {
      words.reject(fmt::format("symbol {} as the group's name", section.information),
                   fmt::format("a symbol below {}", object.symbols.size()));
    }
    const ObjectSymbol& signature = object.symbols[section.information];
    std::string_view name = signature.name;
    // ld -r names a group by a section.
    if (name.empty() && signature.section != 0) name = object.sections[signature.section].name;
    for (uint64_t at = sizeof(uint32_t); at + sizeof(uint32_t) <= words.size();
         at += sizeof(uint32_t)) {
      group_of_section[words.u32(at)] = name;
    }
  }
  if (group_of_section.empty()) return;
  for (ObjectSymbol& symbol : object.symbols) {
    auto found = group_of_section.find(symbol.section);
    if (symbol.section != 0 && found != group_of_section.end()) symbol.group = found->second;
  }
}

}  // namespace

void read_object_symbols(Relocatable& object) {
  std::optional<SymbolTables> tables = find_symbol_tables(object);
  if (!tables) return;
  const ObjectSection& section = object.sections[tables->symbols];
  ByteReader table = section_bytes(object, tables->symbols);
  uint64_t entry_size = object.wide ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
  if (table.size() % entry_size != 0 || section.link >= object.sections.size()) {
    table.reject(
        fmt::format("{} bytes with names in section {}", table.size(), section.link),
        fmt::format("a multiple of {} and a section below {}", entry_size, object.sections.size()));
  }
  ByteReader strings = section_bytes(object, section.link);
  NameBudget names_read(object.bytes.size());
  for (uint64_t at = 0; at < table.size(); at += entry_size) {
    object.symbols.push_back(
        read_object_symbol(object, table, at, strings, *tables, at / entry_size));
    names_read.add(object.symbols.back().name, strings);
  }
  name_groups(object);
}

bool is_made_up(std::string_view name) { return name.starts_with(".L") || name.starts_with('$'); }

SymbolsBySection::SymbolsBySection(const Relocatable& object) {
  for (uint32_t index = 1; index < object.symbols.size(); ++index) {
    const ObjectSymbol& symbol = object.symbols[index];
    if (symbol.section == 0 || symbol.kind == SymbolKind::other) continue;
    if (symbol.name.empty() || is_made_up(symbol.name)) continue;
    starts_.push_back({symbol.section, symbol.offset, index});
  }
  std::sort(starts_.begin(), starts_.end(), [](const Start& left, const Start& right) {
    if (left.section != right.section) return left.section < right.section;
    if (left.offset != right.offset) return left.offset < right.offset;
    return left.symbol < right.symbol;
  });
}

std::optional<uint32_t> SymbolsBySection::at(uint32_t section, uint64_t offset) const {
  auto after =
      std::upper_bound(starts_.begin(), starts_.end(), std::pair(section, offset),
                       [](const std::pair<uint32_t, uint64_t>& wanted, const Start& start) {
                         if (wanted.first != start.section) {
                           return wanted.first < start.section;
                         }
                         return wanted.second < start.offset;
                       });
  if (after == starts_.begin()) return std::nullopt;
  const Start& found = *(after - 1);
  if (found.section != section) return std::nullopt;
  return found.symbol;
}

}  // namespace ltoscope::elf
