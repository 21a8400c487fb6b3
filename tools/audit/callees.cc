// Finds slots through relocations and entries through symbols.
#include "audit/callees.h"

#include <algorithm>
#include <array>
#include <optional>

#include "elf/relocation_types.h"

namespace ltoscope::audit {
namespace {

constexpr std::array<std::string_view, 1> malloc_names = {"malloc"};
constexpr std::array<std::string_view, 1> free_names = {"free"};
constexpr std::array<std::string_view, 1> tls_names = {"__tls_get_addr"};

// The forms that a program may replace: with and without array, alignment, nothrow, size; and those
// that take a hint of how hot the block is. Placement forms allocate nothing and are left out.
constexpr std::array<std::string_view, 16> new_names = {
    "_Znwm",
    "_Znam",
    "_ZnwmRKSt9nothrow_t",
    "_ZnamRKSt9nothrow_t",
    "_ZnwmSt11align_val_t",
    "_ZnamSt11align_val_t",
    "_ZnwmSt11align_val_tRKSt9nothrow_t",
    "_ZnamSt11align_val_tRKSt9nothrow_t",
    "_Znwm12__hot_cold_t",
    "_Znam12__hot_cold_t",
    "_ZnwmRKSt9nothrow_t12__hot_cold_t",
    "_ZnamRKSt9nothrow_t12__hot_cold_t",
    "_ZnwmSt11align_val_t12__hot_cold_t",
    "_ZnamSt11align_val_t12__hot_cold_t",
    "_ZnwmSt11align_val_tRKSt9nothrow_t12__hot_cold_t",
    "_ZnamSt11align_val_tRKSt9nothrow_t12__hot_cold_t",
};
constexpr std::array<std::string_view, 12> delete_names = {
    "_ZdlPv",
    "_ZdaPv",
    "_ZdlPvm",
    "_ZdaPvm",
    "_ZdlPvRKSt9nothrow_t",
    "_ZdaPvRKSt9nothrow_t",
    "_ZdlPvSt11align_val_t",
    "_ZdaPvSt11align_val_t",
    "_ZdlPvmSt11align_val_t",
    "_ZdaPvmSt11align_val_t",
    "_ZdlPvSt11align_val_tRKSt9nothrow_t",
    "_ZdaPvSt11align_val_tRKSt9nothrow_t",
};

constexpr std::array callees = {
    Callee{"malloc", malloc_names},          Callee{"free", free_names},
    Callee{"__tls_get_addr", tls_names},     Callee{"operator new", new_names},
    Callee{"operator delete", delete_names}, Callee{"TLS descriptor", {}},
};

bool is_function(const elf::Symbol& symbol) {
  return symbol.kind == elf::SymbolKind::function || symbol.kind == elf::SymbolKind::untyped ||
         symbol.kind == elf::SymbolKind::function_by_resolver;
}

// Neither written before nor after the loader has filled it in.
bool is_constant_after_start(const elf::Image& image, uint64_t address) {
  bool writable = false;
  for (const elf::Segment& segment : image.segments) {
    bool inside = address >= segment.address && address - segment.address < segment.memory_size;
    if (!inside) continue;
    if (segment.kind == elf::SegmentKind::read_only_after_start) return true;
    if (segment.kind == elf::SegmentKind::load) writable = segment.writable;
  }
  return !writable;
}

struct Definitions {
  CalleesByAddress entries;
  CalleesByAddress resolvers;  // functions that choose the callee's body when the file is loaded
};

// Compilers name such parts after their function: "free.cold", "free.cold.1".
void add_cold_part(const elf::Symbol& symbol, std::vector<CalleePart>& cold_parts) {
  for (std::string_view suffix : {".cold", ".warm"}) {
    std::size_t dot = symbol.name.find(suffix);
    if (dot == symbol.name.npos) continue;
    CalleeSet callees = callees_named(symbol.name.substr(0, dot));
    if (callees == 0) continue;
    cold_parts.push_back({{symbol.address, symbol.address + symbol.size}, callees});
  }
}

void add_definitions(const std::vector<elf::Symbol>& symbols, Definitions& definitions,
                     std::vector<CalleePart>& cold_parts) {
  for (const elf::Symbol& symbol : symbols) {
    if (!symbol.defined || symbol.absolute || !is_function(symbol)) continue;
    CalleeSet callees = callees_named(symbol.name);
    if (callees == 0) {
      add_cold_part(symbol, cold_parts);
      continue;
    }
    bool resolved = symbol.kind == elf::SymbolKind::function_by_resolver;
    (resolved ? definitions.resolvers : definitions.entries)[symbol.address] |= callees;
  }
}

void add_relocation(const elf::Image& image, const elf::Relocation& relocation,
                    const std::vector<elf::Symbol>& symbols, const Definitions& definitions,
                    CalleePlaces& places) {
  CalleeSet of_symbol = 0;
  if (relocation.symbol != 0 && relocation.symbol < symbols.size()) {
    of_symbol = callees_named(symbols[relocation.symbol].name);
  }
  auto add_data_word = [&](CalleeSet callees) {
    places.data_words[relocation.address] |= callees;
    if (is_constant_after_start(image, relocation.address)) {
      places.slots[relocation.address] |= callees;
    }
  };
  switch (elf::relocation_role(image.machine, relocation.type)) {
    case elf::RelocationRole::plt_slot:
    case elf::RelocationRole::got_slot:
      if (of_symbol != 0) places.slots[relocation.address] |= of_symbol;
      return;
    case elf::RelocationRole::symbol_address:
      if (of_symbol != 0 && elf::addend_of(image, relocation) == 0) add_data_word(of_symbol);
      return;
    case elf::RelocationRole::relative: {
      if (definitions.entries.empty()) return;
      std::optional<uint64_t> target = elf::addend_of(image, relocation);
      CalleeSet callees = target ? callees_at(definitions.entries, *target) : 0;
      if (callees != 0) add_data_word(callees);
      return;
    }
    case elf::RelocationRole::relative_by_resolver: {
      std::optional<uint64_t> target = elf::addend_of(image, relocation);
      CalleeSet callees = target ? callees_at(definitions.resolvers, *target) : 0;
      if (callees != 0) places.slots[relocation.address] |= callees;
      return;
    }
    case elf::RelocationRole::tls_descriptor:
      places.slots[relocation.address] |= tls_descriptor_set();
      return;
    default:
      return;
  }
}

}  // namespace

std::span<const Callee> counted_callees() { return callees; }

CalleeSet callees_at(const CalleesByAddress& by_address, uint64_t address) {
  auto found = by_address.find(address);
  return found == by_address.end() ? 0 : found->second;
}

CalleeSet callee_set(std::size_t index) { return CalleeSet{1} << index; }

CalleeSet tls_descriptor_set() { return callee_set(callees.size() - 1); }

CalleeSet callees_named(std::string_view symbol_name) {
  for (std::size_t index = 0; index < callees.size(); ++index) {
    std::span<const std::string_view> names = callees[index].symbol_names;
    if (std::find(names.begin(), names.end(), symbol_name) != names.end()) {
      return callee_set(index);
    }
  }
  return 0;
}

CalleePlaces find_callees(const elf::Image& image, const elf::Relocations& relocations,
                          const std::vector<elf::Symbol>& dynamic_symbols,
                          const std::vector<elf::Symbol>* symbol_table) {
  CalleePlaces places;
  Definitions definitions;
  add_definitions(dynamic_symbols, definitions, places.cold_parts);
  if (symbol_table != nullptr) {
    add_definitions(*symbol_table, definitions, places.cold_parts);
  }
  for (const elf::Symbol& symbol : dynamic_symbols) {
    if (!symbol.defined) places.imported |= callees_named(symbol.name);
  }
  for (const auto& [address, callees] : definitions.entries) places.defined |= callees;
  for (const auto& [address, callees] : definitions.resolvers) places.defined |= callees;
  for (const elf::Relocation& relocation : relocations.entries) {
    add_relocation(image, relocation, dynamic_symbols, definitions, places);
  }
  places.entries = std::move(definitions.entries);
  return places;
}

void add_words_without_relocation(const elf::Image& image, const CalleesByAddress& functions,
                                  CalleePlaces& places) {
  uint64_t word = elf::word_size(image);
  for (const elf::Section& section : image.sections) {
    // Of other kinds are the loader's tables, which hold addresses for it alone.
    if (!section.loaded || section.executable || section.kind != elf::SectionKind::other) continue;
    elf::ByteReader bytes = elf::bytes_at_offset(image, "data", section.offset, section.size);
    uint64_t first = (word - section.address % word) % word;
    for (uint64_t at = first; at + word <= bytes.size(); at += word) {
      CalleeSet callees = callees_at(functions, elf::read_word(image, bytes, at));
      uint64_t address = section.address + at;
      if (callees == 0 || places.slots.contains(address)) continue;
      places.data_words[address] |= callees;
      if (is_constant_after_start(image, address)) places.slots[address] |= callees;
    }
  }
}

}  // namespace ltoscope::audit
