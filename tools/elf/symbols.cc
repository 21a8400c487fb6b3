// Reads symbol entries of either table.
#include "elf/symbols.h"

#include <elf.h>
#include <fmt/format.h>

#include <cstddef>

#include "elf/name_budget.h"
#include "elf/symbol_count.h"
#include "elf/symbol_fields.h"

namespace ltoscope::elf {
namespace {

uint64_t symbol_size(const Image& image) {
  return image.wide ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
}

Binding binding_of(uint8_t information) {
  switch (information >> 4) {
    case STB_LOCAL:
      return Binding::local;
    case STB_GLOBAL:
      return Binding::global;
    case STB_WEAK:
      return Binding::weak;
    case STB_GNU_UNIQUE:
      return Binding::unique;
    default:
      return Binding::other;
  }
}

Symbol read_symbol(const Image& image, const ByteReader& table, uint64_t at,
                   const ByteReader& strings, NameBudget& names_read) {
  Symbol symbol;
  uint8_t information, visibility;
  uint16_t place;
  symbol.name = strings.text(table.u32(at));
  names_read.add(symbol.name, strings);
  if (image.wide) {
    information = table.u8(at + offsetof(Elf64_Sym, st_info));
    visibility = table.u8(at + offsetof(Elf64_Sym, st_other));
    place = table.u16(at + offsetof(Elf64_Sym, st_shndx));
    symbol.address = table.u64(at + offsetof(Elf64_Sym, st_value));
    symbol.size = table.u64(at + offsetof(Elf64_Sym, st_size));
  } else {
    information = table.u8(at + offsetof(Elf32_Sym, st_info));
    visibility = table.u8(at + offsetof(Elf32_Sym, st_other));
    place = table.u16(at + offsetof(Elf32_Sym, st_shndx));
    symbol.address = table.u32(at + offsetof(Elf32_Sym, st_value));
    symbol.size = table.u32(at + offsetof(Elf32_Sym, st_size));
  }
  symbol.binding = binding_of(information);
  symbol.kind = symbol_kind(information);
  symbol.visibility = symbol_visibility(visibility);
  symbol.defined = place != SHN_UNDEF;
  symbol.absolute = place == SHN_ABS;
  // GNU ld writes the version into names of the full table.
  symbol.name = symbol.name.substr(0, symbol.name.find('@'));
  return symbol;
}

}  // namespace

DynamicSymbols read_dynamic_symbols(const Image& image, const Dynamic& dynamic,
                                    const Relocations& relocations) {
  DynamicSymbols result;
  if (!dynamic.symbols) return result;
  SymbolCount counted = count_dynamic_symbols(image, dynamic, relocations);
  result.doubt = counted.doubt;
  uint64_t size = symbol_size(image);
  // Counts are below 2^33 (32-bit fields, plus one), so the product cannot overflow.
  ByteReader table = bytes_at_address(image, "dynamic symbols", *dynamic.symbols,
                                      static_cast<uint64_t>(counted.count) * size);
  TablePlace place = dynamic.strings.value_or(TablePlace{0, 0});
  ByteReader strings = bytes_at_address(image, "dynamic strings", place.address, place.size);
  Versions versions = read_versions(image, dynamic, counted.count);
  result.defined_versions = versions.defined_names;
  result.symbols.reserve(static_cast<std::size_t>(counted.count));
  NameBudget names_read(image.file->bytes().size());
  for (int64_t index = 0; index < counted.count; ++index) {
    Symbol symbol =
        read_symbol(image, table, static_cast<uint64_t>(index) * size, strings, names_read);
    symbol.version = versions.of(index);
    result.symbols.push_back(symbol);
  }
  return result;
}

std::optional<std::vector<Symbol>> read_symbol_table(const Image& image) {
  for (const Section& section : image.sections) {
    if (section.kind != SectionKind::symbol_table) continue;
    ByteReader table = bytes_at_offset(image, "symbol table", section.offset, section.size);
    uint64_t size = symbol_size(image);
    if (table.size() % size != 0 || section.link >= image.sections.size()) {
      table.reject(
          fmt::format("{} bytes with names in section {}", table.size(), section.link),
          fmt::format("a multiple of {} and a section below {}", size, image.sections.size()));
    }
    const Section& names = image.sections[section.link];
    ByteReader strings = bytes_at_offset(image, "symbol names", names.offset, names.size);
    std::vector<Symbol> symbols;
    symbols.reserve(table.size() / size);
    NameBudget names_read(image.file->bytes().size());
    for (uint64_t at = 0; at < table.size(); at += size) {
      symbols.push_back(read_symbol(image, table, at, strings, names_read));
    }
    return symbols;
  }
  return std::nullopt;
}

}  // namespace ltoscope::elf
