// Finds slots through relocations and entries through symbols.
#include "audit/callees.h"

#include <algorithm>
#include <array>
#include <optional>

#include "elf/relocation_types.h"

namespace ltoscope::audit {
namespace {

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

// What compilers add to a function's name for parts of it that run rarely: "free.cold.1".
constexpr std::array<std::string_view, 2> rare_part_suffixes = {".cold", ".warm"};

class CalleeFinder {
 public:
  CalleeFinder(const elf::Image& image, const WatchList& watch_list)
      : image_(image), watch_list_(watch_list) {}

  void add_definitions(const std::vector<elf::Symbol>& symbols) {
    for (const elf::Symbol& symbol : symbols) {
      if (!symbol.defined || symbol.absolute || !is_function(symbol)) continue;
      CalleeSet callees = watch_list_.named(symbol.name);
      if (callees == 0) {
        add_cold_part(symbol);
        continue;
      }
      places_.defined |= callees;
      bool resolved = symbol.kind == elf::SymbolKind::function_by_resolver;
      (resolved ? resolvers_ : places_.entries)[symbol.address] |= callees;
    }
  }

  // Requires: all definitions were added.
  CalleePlaces find(const elf::Relocations& relocations,
                    const std::vector<elf::Symbol>& dynamic_symbols) {
    std::vector<CalleeSet> of_symbols(dynamic_symbols.size(), 0);
    for (std::size_t index = 1; index < dynamic_symbols.size(); ++index) {
      of_symbols[index] = watch_list_.named(dynamic_symbols[index].name);
      if (!dynamic_symbols[index].defined) places_.imported |= of_symbols[index];
    }
    relocations.for_each([&](const elf::Relocation& relocation) {
      bool has_symbol = relocation.symbol != 0 && relocation.symbol < of_symbols.size();
      add_relocation(relocation, has_symbol ? of_symbols[relocation.symbol] : 0);
    });
    for (auto& [callees, ranges] : cold_parts_) {
      places_.cold_parts.emplace(callees, AddressRanges(std::move(ranges)));
    }
    return std::move(places_);
  }

 private:
  void add_cold_part(const elf::Symbol& symbol) {
    for (std::string_view suffix : rare_part_suffixes) {
      std::size_t dot = symbol.name.find(suffix);
      if (dot == symbol.name.npos) continue;
      CalleeSet callees = watch_list_.named(symbol.name.substr(0, dot));
      if (callees == 0) continue;
      cold_parts_[callees].push_back({symbol.address, symbol.address + symbol.size});
    }
  }

  void add_data_word(uint64_t address, CalleeSet callees) {
    places_.data_words[address] |= callees;
    if (is_constant_after_start(image_, address)) places_.slots[address] |= callees;
  }

  void add_relocation(const elf::Relocation& relocation, CalleeSet of_symbol) {
    switch (roles_.of(relocation.type)) {
      case elf::RelocationRole::plt_slot:
      case elf::RelocationRole::got_slot:
        if (of_symbol != 0) places_.slots[relocation.address] |= of_symbol;
        return;
      case elf::RelocationRole::symbol_address:
        if (of_symbol != 0 && elf::addend_of(image_, relocation) == 0) {
          add_data_word(relocation.address, of_symbol);
        }
        return;
      case elf::RelocationRole::relative:
        if (CalleeSet callees = callees_behind(relocation, places_.entries); callees != 0) {
          add_data_word(relocation.address, callees);
        }
        return;
      case elf::RelocationRole::relative_by_resolver:
        if (CalleeSet callees = callees_behind(relocation, resolvers_); callees != 0) {
          places_.slots[relocation.address] |= callees;
        }
        return;
      case elf::RelocationRole::tls_descriptor:
        places_.slots[relocation.address] |= tls_descriptor_set;
        return;
      default:
        return;
    }
  }

  CalleeSet callees_behind(const elf::Relocation& relocation,
                           const CalleesByAddress& functions) const {
    if (functions.empty()) return 0;
    std::optional<uint64_t> target = elf::addend_of(image_, relocation);
    return target ? callees_at(functions, *target) : 0;
  }

  const elf::Image& image_;
  const WatchList& watch_list_;
  const elf::RelocationRoles roles_{image_.machine};
  CalleesByAddress resolvers_;  // functions that choose a callee's body when the file is loaded
  std::map<CalleeSet, std::vector<AddressRanges::Range>> cold_parts_;
  CalleePlaces places_;
};

}  // namespace

CalleeSet callees_at(const CalleesByAddress& by_address, uint64_t address) {
  auto found = by_address.find(address);
  return found == by_address.end() ? 0 : found->second;
}

bool is_in_part(const CalleeParts& parts, CalleeSet callees, uint64_t address) {
  return std::any_of(parts.begin(), parts.end(), [&](const auto& part) {
    return (part.first & callees) != 0 && part.second.contains(address);
  });
}

CalleePlaces find_callees(const WatchList& watch_list, const elf::Image& image,
                          const elf::Relocations& relocations,
                          const std::vector<elf::Symbol>& dynamic_symbols,
                          const std::vector<elf::Symbol>* symbol_table) {
  CalleeFinder finder(image, watch_list);
  finder.add_definitions(dynamic_symbols);
  if (symbol_table != nullptr) finder.add_definitions(*symbol_table);
  return finder.find(relocations, dynamic_symbols);
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
