// What the tests of this folder compile, and how they ask for it.
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dwarf/attribution.h"
#include "elf/fixture.h"
#include "elf/symbols.h"

namespace ltoscope::dwarf {

// Line numbers count from the first character: innermost's body is on line 2.
inline constexpr std::string_view nested_calls =
    R"(static inline __attribute__((always_inline)) int innermost(int n) {
  return *(volatile int*)&n * 7;
}
static inline __attribute__((always_inline)) int middle(int n) {
  return innermost(n + 1);
}
int shown(int n) {
  return middle(n);
}
int other(int n) {
  return n + 1;
}
)";

// All that is known of every address of a function, one line an address: "innermost x.source:2 <
// middle x.source:5". Names of files without folders.
inline std::vector<std::string> chains_in(const Attributions& found,
                                          std::span<const uint64_t> addresses) {
  std::vector<std::string> lines;
  for (std::size_t index = 0; index < addresses.size(); ++index) {
    std::string line;
    for (const InlinedFrame& frame : inline_chain(found, index)) {
      line += fmt::format("{}{} {}:{}", line.empty() ? "" : " < ", frame.function->key(),
                          std::filesystem::path(frame.file).filename().string(), frame.line);
    }
    lines.push_back(line);
  }
  return lines;
}

// Every address of the function, by the symbol table or the dynamic one.
inline std::vector<uint64_t> addresses_of(const elf::Image& image, std::string_view function) {
  std::vector<elf::Symbol> symbols;
  if (std::optional<std::vector<elf::Symbol>> full = elf::read_symbol_table(image)) {
    symbols = *full;
  } else {
    elf::Dynamic dynamic = elf::read_dynamic(image);
    symbols =
        elf::read_dynamic_symbols(image, dynamic, elf::read_relocations(image, dynamic)).symbols;
  }
  std::vector<uint64_t> addresses;
  for (const elf::Symbol& symbol : symbols) {
    if (symbol.name != function) continue;
    for (uint64_t at = 0; at < symbol.size; ++at) addresses.push_back(symbol.address + at);
    break;
  }
  return addresses;
}

struct Asked {
  std::vector<std::string> chains;
  Attributions found;
};

inline Asked ask(const std::filesystem::path& library, std::string_view function,
                 const elf::DebugFilePlaces& places = {}) {
  elf::Image image = elf::read_image(library);
  std::vector<uint64_t> addresses = addresses_of(image, function);
  DebugInfo info = open_debug_info(image, places);
  Asked asked;
  asked.found = attribute(info, addresses, 2);
  asked.chains = chains_in(asked.found, addresses);
  return asked;
}

}  // namespace ltoscope::dwarf
