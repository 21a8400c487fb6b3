// The rule of what is exported.
#include "audit/exports.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>

namespace ltoscope::audit {
namespace {

bool is_exported(const elf::Symbol& symbol, const std::set<std::string_view>& versions) {
  using elf::Binding;
  using elf::Visibility;
  bool bound = symbol.binding == Binding::global || symbol.binding == Binding::weak ||
               symbol.binding == Binding::unique;
  bool visible = symbol.visibility == Visibility::normal ||
                 symbol.visibility == Visibility::protected_from_others;
  bool is_version_mark = symbol.absolute && versions.contains(symbol.name);
  return symbol.defined && bound && visible && !symbol.version.local && !is_version_mark;
}

}  // namespace

std::vector<const elf::Symbol*> exported_symbols(const elf::DynamicSymbols& dynamic) {
  std::vector<const elf::Symbol*> exported;
  for (const elf::Symbol& symbol : dynamic.symbols) {
    if (is_exported(symbol, dynamic.defined_versions)) exported.push_back(&symbol);
  }
  return exported;
}

std::string export_name(const elf::Symbol& symbol) {
  if (symbol.version.name.empty()) return std::string(symbol.name);
  return fmt::format("{}@{}", symbol.name, symbol.version.name);
}

int64_t count_matching(const std::vector<const elf::Symbol*>& exports, const std::string& glob) {
  std::string_view literal = std::string_view(glob).substr(0, glob.find_first_of("*?[\\"));
  return std::count_if(exports.begin(), exports.end(), [&](const elf::Symbol* symbol) {
    return symbol->name.starts_with(literal) &&
           ::fnmatch(glob.c_str(), std::string(symbol->name).c_str(), 0) == 0;
  });
}

}  // namespace ltoscope::audit
