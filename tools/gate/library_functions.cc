// Finds sites as the audit does, and looks up whose code each lies in.
#include "gate/library_functions.h"

#include <algorithm>
#include <map>

#include "audit/library.h"
#include "audit/library_sites.h"
#include "audit/site_origins.h"
#include "audit/site_rows.h"
#include "command/parallel.h"

namespace ltoscope::gate {
namespace {

struct PlacedFunction {
  uint64_t begin;
  uint64_t end;
  std::size_t index;  // in the list of functions
};

bool is_function(const elf::Symbol& symbol) {
  return symbol.defined && symbol.size != 0 && !symbol.name.empty() &&
         (symbol.kind == elf::SymbolKind::function ||
          symbol.kind == elf::SymbolKind::function_by_resolver);
}

// In symbol tables the local symbols of each source follow one that has the source's name.
bool names_a_source(const elf::Symbol& symbol) {
  return symbol.kind == elf::SymbolKind::other && symbol.absolute &&
         symbol.binding == elf::Binding::local && !symbol.name.empty();
}

// By address. Several names at one address: the first in order of names.
std::map<uint64_t, MatchedFunction> functions_by_address(const std::vector<elf::Symbol>& symbols) {
  std::map<uint64_t, MatchedFunction> functions;
  std::string_view source;
  for (const elf::Symbol& symbol : symbols) {
    if (names_a_source(symbol)) source = symbol.name;
    if (!is_function(symbol)) continue;
    MatchedFunction function{std::string(symbol.name), "", static_cast<int64_t>(symbol.size), {}};
    if (symbol.binding == elf::Binding::local) function.unit = source;
    auto [place, is_new] = functions.emplace(symbol.address, function);
    if (!is_new && function.name < place->second.name) place->second = function;
  }
  return functions;
}

class SiteOwner {
 public:
  explicit SiteOwner(const std::vector<elf::Symbol>& symbols) {
    for (auto& [address, function] : functions_by_address(symbols)) {
      places_.push_back(
          {address, address + static_cast<uint64_t>(function.size), functions_.size()});
      functions_.push_back(std::move(function));
    }
  }

  MatchedFunction& function_at(uint64_t address) {
    auto after = std::upper_bound(
        places_.begin(), places_.end(), address,
        [](uint64_t wanted, const PlacedFunction& place) { return wanted < place.begin; });
    if (after != places_.begin() && address < std::prev(after)->end) {
      return functions_[std::prev(after)->index];
    }
    if (!nameless_) {
      nameless_ = functions_.size();
      functions_.push_back({"(code without a name)", "", 0, {}});
    }
    return functions_[*nameless_];
  }

  std::vector<MatchedFunction> take() { return std::move(functions_); }

 private:
  std::vector<MatchedFunction> functions_;
  std::vector<PlacedFunction> places_;  // sorted by begin
  std::optional<std::size_t> nameless_;
};

MatchedSite matched_site(const audit::SiteRow& row) {
  MatchedSite site{audit::is_tail(row.kind) ? MatchedSiteKind::tail_jump : MatchedSiteKind::call};
  if (!row.origin || row.origin->chain.empty()) return site;
  for (std::size_t index = 0; index < row.origin->inlined(); ++index) {
    site.inlined.push_back(row.origin->chain[index].function);
  }
  site.holder = row.origin->chain.back().function;
  return site;
}

}  // namespace

LibraryFunctions functions_of_library(const std::filesystem::path& path) {
  int threads = useful_threads();
  audit::WatchList watch_list = audit::WatchList::usual();
  audit::Library library = audit::read_library(path);
  audit::LibrarySites sites = audit::find_library_sites(library, watch_list, threads);
  LibraryFunctions result;
  result.reason = sites.reason_against;
  if (result.reason) return result;
  audit::SiteList list = audit::list_sites(library, sites, watch_list);
  audit::add_origins(library, {}, threads, list);
  result.knows_inlining = list.debug_source.has_value();
  SiteOwner owner(library.symbol_table ? *library.symbol_table : library.dynamic_symbols.symbols);
  for (const audit::SiteRow& row : list.rows) {
    MatchedFunction& function = owner.function_at(row.address);
    if (function.unit.empty() && row.origin) function.unit = row.origin->unit;
    for (const std::string& callee : row.callees) {
      function.sites[callee].push_back(matched_site(row));
    }
  }
  result.functions = owner.take();
  if (!library.symbol_table) {
    result.reason = "the file has no symbol table, so that most of its functions have no names";
  }
  return result;
}

std::vector<SitesInFunction> functions_calling(const LibraryFunctions& library,
                                               const std::string& callee) {
  std::vector<SitesInFunction> list;
  for (const MatchedFunction& function : library.functions) {
    auto found = function.sites.find(callee);
    if (found == function.sites.end()) continue;
    list.push_back({function.name, static_cast<int64_t>(found->second.size())});
  }
  std::sort(list.begin(), list.end(), [](const SitesInFunction& a, const SitesInFunction& b) {
    return a.sites != b.sites ? a.sites > b.sites : a.function < b.function;
  });
  return list;
}

}  // namespace ltoscope::gate
