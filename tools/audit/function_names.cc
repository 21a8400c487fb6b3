// One sorted list of symbols; of several names the strongest stands for all.
#include "audit/function_names.h"

#include <fmt/format.h>

#include <algorithm>

namespace ltoscope::audit {

FunctionNames::FunctionNames(const Library& library, const CodeMap& code) : code_(code) {
  if (library.symbol_table) add(*library.symbol_table);
  add(library.dynamic_symbols.symbols);
  // Of equal begins the longest first, then by name, so that the choice does not depend on order.
  std::sort(functions_.begin(), functions_.end(),
            [](const NamedFunction& a, const NamedFunction& b) {
              if (a.begin != b.begin) return a.begin < b.begin;
              if (a.end != b.end) return a.end > b.end;
              return a.name < b.name;
            });
  std::size_t kept = 0;
  for (const NamedFunction& function : functions_) {
    if (kept != 0 && functions_[kept - 1].begin == function.begin) {
      // The dynamic table repeats names of the full one.
      bool is_repeated = functions_[kept - 1].name == function.name;
      if (!is_repeated) ++functions_[kept - 1].aliases;
      continue;
    }
    functions_[kept++] = function;
  }
  functions_.resize(kept);
}

void FunctionNames::add(const std::vector<elf::Symbol>& symbols) {
  for (const elf::Symbol& symbol : symbols) {
    bool is_function = symbol.kind == elf::SymbolKind::function ||
                       symbol.kind == elf::SymbolKind::function_by_resolver;
    if (!is_function || !symbol.defined || symbol.absolute || symbol.name.empty()) continue;
    functions_.push_back({symbol.address, symbol.address + symbol.size, symbol.name, 0});
  }
}

NamedFunction FunctionNames::at(uint64_t address) const {
  auto after = std::upper_bound(
      functions_.begin(), functions_.end(), address,
      [](uint64_t value, const NamedFunction& function) { return value < function.begin; });
  std::vector<elf::CodeExtent> around = functions_around(code_, address);
  if (after != functions_.begin()) {
    NamedFunction function = *std::prev(after);
    bool has_size = function.end > function.begin;
    // One without a size reaches as far as the code that begins with it.
    for (const elf::CodeExtent& extent : around) {
      if (!has_size && extent.begin == function.begin) function.end = extent.end;
    }
    if (address < function.end) return function;
  }
  if (around.empty()) return {};
  return {around.back().begin, around.back().end, {}, 0};
}

std::string label_of(const NamedFunction& function) {
  if (!function.name.empty()) return std::string(function.name);
  if (function.end == 0) return "outside functions";
  return fmt::format("function at {:#x}", function.begin);
}

}  // namespace ltoscope::audit
