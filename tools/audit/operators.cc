// Sorts operators by who defines them and who sees them.
#include "audit/operators.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

#include "audit/exports.h"

namespace ltoscope::audit {
namespace {

constexpr std::array<std::string_view, 3> plain_forms = {"_Znwm", "_Znwj", "_ZdlPv"};
constexpr std::array<std::string_view, 3> cxx_library_names = {"libstdc++.so", "libc++.so",
                                                               "libc++_shared.so"};

// The first few: a complete set has twenty.
std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t shown = 4;
  if (names.size() <= shown) return fmt::format("{}", fmt::join(names, ", "));
  return fmt::format("{} and {} more", fmt::join(names.begin(), names.begin() + shown, ", "),
                     names.size() - shown);
}

std::vector<std::string> listed(const std::set<std::string_view>& names) {
  return {names.begin(), names.end()};
}

bool imports_plain_forms(const Operators& operators) {
  return std::any_of(
      operators.imported.begin(), operators.imported.end(), [](const std::string& name) {
        return std::find(plain_forms.begin(), plain_forms.end(), name) != plain_forms.end();
      });
}

}  // namespace

bool is_operator_new_or_delete(std::string_view name) {
  bool is_new = name.starts_with("_Znw") || name.starts_with("_Zna");
  if (is_new) return name.size() > 4 && (name[4] == 'm' || name[4] == 'j');
  return name.starts_with("_ZdlPv") || name.starts_with("_ZdaPv");
}

Operators find_operators(const Library& library) {
  std::set<std::string_view> exported, local, imported;
  for (const elf::Symbol* symbol : exported_symbols(library.dynamic_symbols)) {
    if (is_operator_new_or_delete(symbol->name)) exported.insert(symbol->name);
  }
  for (const elf::Symbol& symbol : library.dynamic_symbols.symbols) {
    bool wanted = !symbol.defined && symbol.binding != elf::Binding::weak;
    if (wanted && is_operator_new_or_delete(symbol.name)) imported.insert(symbol.name);
  }
  if (library.symbol_table) {
    for (const elf::Symbol& symbol : *library.symbol_table) {
      if (symbol.defined && is_operator_new_or_delete(symbol.name) &&
          !exported.contains(symbol.name)) {
        local.insert(symbol.name);
      }
    }
  }
  Operators operators{listed(exported), listed(local), listed(imported), {}, {}};
  for (std::string_view needed : library.dynamic.needed) {
    for (std::string_view name : cxx_library_names) {
      if (needed.starts_with(name)) operators.cxx_libraries.emplace_back(needed);
    }
  }
  if (!library.symbol_table) {
    operators.doubt = "the file has no symbol table that would say which operators are its own";
  }
  return operators;
}

std::vector<std::string> allocator_faults(const Operators& operators) {
  std::vector<std::string> faults;
  if (!operators.exported.empty()) {
    faults.push_back(
        fmt::format("{} exported: code of others may bind to them", some_of(operators.exported)));
  }
  if (!operators.local.empty() && !operators.cxx_libraries.empty()) {
    faults.push_back(fmt::format(
        "{} defined for this library alone, while {} allocates and frees with the host's",
        some_of(operators.local), fmt::join(operators.cxx_libraries, ", ")));
  }
  bool defines = !operators.exported.empty() || !operators.local.empty();
  if (defines && !operators.imported.empty()) {
    faults.push_back(fmt::format("{} imported, while other forms are defined here",
                                 some_of(operators.imported)));
  }
  return faults;
}

std::optional<std::string> allocator_doubt(const Operators& operators) {
  // Faults that were found stay faults. Where no C++ library is needed and nothing is imported, no
  // one else allocates.
  bool alone = operators.cxx_libraries.empty() && operators.imported.empty();
  bool decided = !allocator_faults(operators).empty() || !operators.doubt || alone ||
                 imports_plain_forms(operators);
  return decided ? std::nullopt : operators.doubt;
}

}  // namespace ltoscope::audit
