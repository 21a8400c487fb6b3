// Matching in passes, then an account of each site.
#include "gate/function_match.h"

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <tuple>
#include <utility>

namespace ltoscope::gate {
namespace {

bool is_number(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

constexpr std::array<std::string_view, 6> numbered_suffixes = {".llvm", ".lto_priv",  ".isra",
                                                               ".part", ".constprop", ".__uniq"};
constexpr std::array<std::string_view, 3> bare_suffixes = {".cold", ".warm", ".resolver"};

// The name without its last suffix, or the name itself.
std::string_view without_last_suffix(std::string_view name) {
  std::size_t dot = name.rfind('.');
  if (dot == name.npos || dot == 0) return name;
  bool numbered = is_number(name.substr(dot + 1));
  std::string_view rest = numbered ? name.substr(0, dot) : name;
  for (std::string_view suffix : bare_suffixes) {  // .cold and .cold.1
    if (rest.ends_with(suffix)) return rest.substr(0, rest.size() - suffix.size());
  }
  if (!numbered) return name;
  for (std::string_view suffix : numbered_suffixes) {
    if (rest.ends_with(suffix)) return rest.substr(0, rest.size() - suffix.size());
  }
  return name;
}

bool is_split_part(std::string_view name) {
  for (std::string_view rest = name;;) {
    std::string_view shorter = without_last_suffix(rest);
    if (shorter.size() == rest.size()) return false;
    std::string_view suffix = rest.substr(shorter.size());
    if (suffix.starts_with(".cold") || suffix.starts_with(".warm") || suffix.starts_with(".part")) {
      return true;
    }
    rest = shorter;
  }
}

// Of a demangled name; a mangled one has no brackets.
std::string_view without_arguments(std::string_view name) {
  std::size_t bracket = name.find('(');
  return bracket == name.npos || bracket == 0 ? name : name.substr(0, bracket);
}

using Key = std::tuple<std::string_view, std::string_view, int64_t>;
using KeyOf = std::function<Key(const MatchedFunction&)>;

const std::array<KeyOf, 4>& matching_passes() {
  static const std::array<KeyOf, 4> passes = {
      [](const MatchedFunction& f) { return Key{f.name, f.unit, f.size}; },
      [](const MatchedFunction& f) { return Key{f.name, f.unit, 0}; },
      [](const MatchedFunction& f) { return Key{without_compiler_suffixes(f.name), f.unit, 0}; },
      [](const MatchedFunction& f) {
        return Key{without_arguments(without_compiler_suffixes(f.name)), {}, 0};
      }};
  return passes;
}

// Adds the sites of split parts to their function, where that is in the list.
void fold_split_parts(std::vector<MatchedFunction>& functions) {
  std::map<std::pair<std::string, std::string>, std::size_t> wholes;
  for (std::size_t index = 0; index < functions.size(); ++index) {
    const MatchedFunction& function = functions[index];
    if (is_split_part(function.name)) continue;
    wholes.emplace(std::pair(std::string(without_compiler_suffixes(function.name)), function.unit),
                   index);
  }
  std::set<std::size_t> folded;
  for (std::size_t index = 0; index < functions.size(); ++index) {
    MatchedFunction& part = functions[index];
    if (!is_split_part(part.name)) continue;
    auto whole = wholes.find({std::string(without_compiler_suffixes(part.name)), part.unit});
    if (whole == wholes.end()) continue;
    MatchedFunction& function = functions[whole->second];
    function.size += part.size;
    for (auto& [callee, sites] : part.sites) {
      std::vector<MatchedSite>& into = function.sites[callee];
      into.insert(into.end(), sites.begin(), sites.end());
    }
    folded.insert(index);
  }
  std::size_t index = 0;
  std::erase_if(functions, [&](const MatchedFunction&) { return folded.contains(index++); });
}

// The sites of one callee in one matched place that the other build does not have there.
struct LooseSites {
  std::string function;
  std::vector<std::string> origins;  // inlined_from of each
};

// Takes equal sites out of both lists; returns how many. same: what equal means.
int64_t take_common(std::vector<MatchedSite>& old_sites, std::vector<MatchedSite>& new_sites,
                    bool kinds_must_agree) {
  std::map<std::pair<std::string, int>, int64_t> available;
  auto key = [&](const MatchedSite& site) {
    return std::pair(site.inlined_from, kinds_must_agree ? static_cast<int>(site.kind) : 0);
  };
  for (const MatchedSite& site : old_sites) ++available[key(site)];
  std::map<std::pair<std::string, int>, int64_t> taken;
  std::erase_if(new_sites, [&](const MatchedSite& site) {
    int64_t& left = available[key(site)];
    if (left == 0) return false;
    --left;
    ++taken[key(site)];
    return true;
  });
  int64_t common = 0;
  for (const auto& [what, count] : taken) common += count;
  std::erase_if(old_sites, [&](const MatchedSite& site) {
    int64_t& left = taken[key(site)];
    if (left == 0) return false;
    --left;
    return true;
  });
  return common;
}

const std::vector<MatchedSite>& sites_of(const MatchedFunction& function,
                                         const std::string& callee) {
  static const std::vector<MatchedSite> none;
  auto found = function.sites.find(callee);
  return found == function.sites.end() ? none : found->second;
}

void add_loose(std::vector<LooseSites>& loose, const std::string& function,
               const std::vector<MatchedSite>& sites) {
  if (sites.empty()) return;
  LooseSites entry{function, {}};
  for (const MatchedSite& site : sites) entry.origins.push_back(site.inlined_from);
  loose.push_back(std::move(entry));
}

// The function that a site's instructions were written in: whose inlined copy it is, else where it
// lies.
std::string_view author(const std::string& function, const std::string& origin) {
  return without_compiler_suffixes(origin.empty() ? function : origin);
}

std::vector<SiteChange::InFunction> ranked(const std::map<std::string, int64_t>& counts) {
  std::vector<SiteChange::InFunction> list;
  for (const auto& [function, count] : counts) list.push_back({function, count});
  std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) {
    return a.count != b.count ? a.count > b.count : a.function < b.function;
  });
  return list;
}

// A site that appeared is explained by one that vanished and was written in the same function, or,
// when it is inlined, by any that the old build had of that function.
void explain(const std::vector<LooseSites>& vanished, const std::vector<LooseSites>& appeared,
             const std::set<std::string>& old_authors, SiteChange& change) {
  std::map<std::string, int64_t> vanished_of;
  for (const LooseSites& loose : vanished) {
    for (const std::string& origin : loose.origins) {
      ++vanished_of[std::string(author(loose.function, origin))];
    }
  }
  std::map<std::string, int64_t> moved_of, added, gone;
  for (const LooseSites& loose : appeared) {
    for (const std::string& origin : loose.origins) {
      std::string written_in(author(loose.function, origin));
      int64_t& left = vanished_of[written_in];
      if (left > 0) {
        --left;
        ++moved_of[written_in];
        ++change.moved;
      } else if (!origin.empty() && old_authors.contains(written_in)) {
        ++change.copied;
      } else {
        ++change.added;
        ++added[loose.function];
      }
    }
  }
  for (const LooseSites& loose : vanished) {
    for (const std::string& origin : loose.origins) {
      int64_t& left = moved_of[std::string(author(loose.function, origin))];
      if (left > 0) {
        --left;
      } else {
        ++change.gone;
        ++gone[loose.function];
      }
    }
  }
  change.added_in = ranked(added);
  change.gone_from = ranked(gone);
}

SiteChange change_of(const std::string& callee, const std::vector<MatchedFunction>& old_functions,
                     const std::vector<MatchedFunction>& new_functions,
                     const FunctionMatch& match) {
  SiteChange change;
  std::set<std::string> old_authors;
  for (const MatchedFunction& function : old_functions) {
    for (const MatchedSite& site : sites_of(function, callee)) {
      ++change.old_total;
      old_authors.emplace(author(function.name, site.inlined_from));
    }
  }
  for (const MatchedFunction& function : new_functions) {
    change.new_total += static_cast<int64_t>(sites_of(function, callee).size());
  }
  std::vector<LooseSites> vanished, appeared;
  for (const FunctionPair& pair : match.pairs) {
    std::vector<MatchedSite> old_sites = sites_of(old_functions[pair.old_index], callee);
    std::vector<MatchedSite> new_sites = sites_of(new_functions[pair.new_index], callee);
    change.common += take_common(old_sites, new_sites, /*kinds_must_agree=*/true);
    // A call that became a tail jump is the same site.
    change.common += take_common(old_sites, new_sites, /*kinds_must_agree=*/false);
    add_loose(vanished, old_functions[pair.old_index].name, old_sites);
    add_loose(appeared, new_functions[pair.new_index].name, new_sites);
  }
  for (std::size_t index : match.only_old) {
    add_loose(vanished, old_functions[index].name, sites_of(old_functions[index], callee));
  }
  for (std::size_t index : match.only_new) {
    add_loose(appeared, new_functions[index].name, sites_of(new_functions[index], callee));
  }
  explain(vanished, appeared, old_authors, change);
  return change;
}

}  // namespace

std::string_view without_compiler_suffixes(std::string_view name) {
  for (;;) {
    std::string_view shorter = without_last_suffix(name);
    if (shorter.size() == name.size()) return name;
    name = shorter;
  }
}

FunctionMatch match_functions(const std::vector<MatchedFunction>& old_functions,
                              const std::vector<MatchedFunction>& new_functions) {
  FunctionMatch match;
  for (std::size_t index = 0; index < old_functions.size(); ++index) {
    match.only_old.push_back(index);
  }
  for (std::size_t index = 0; index < new_functions.size(); ++index) {
    match.only_new.push_back(index);
  }
  for (const KeyOf& key_of : matching_passes()) {
    std::map<Key, std::vector<std::size_t>> waiting;  // of old ones, the first last
    for (auto index = match.only_old.rbegin(); index != match.only_old.rend(); ++index) {
      waiting[key_of(old_functions[*index])].push_back(*index);
    }
    std::set<std::size_t> paired_old;
    std::erase_if(match.only_new, [&](std::size_t new_index) {
      auto found = waiting.find(key_of(new_functions[new_index]));
      if (found == waiting.end() || found->second.empty()) return false;
      match.pairs.push_back({found->second.back(), new_index});
      paired_old.insert(found->second.back());
      found->second.pop_back();
      return true;
    });
    std::erase_if(match.only_old, [&](std::size_t index) { return paired_old.contains(index); });
  }
  return match;
}

std::map<std::string, SiteChange> site_changes(std::vector<MatchedFunction> old_functions,
                                               std::vector<MatchedFunction> new_functions) {
  fold_split_parts(old_functions);
  fold_split_parts(new_functions);
  FunctionMatch match = match_functions(old_functions, new_functions);
  std::set<std::string> callees;
  for (const std::vector<MatchedFunction>* functions : {&old_functions, &new_functions}) {
    for (const MatchedFunction& function : *functions) {
      for (const auto& [callee, sites] : function.sites) callees.insert(callee);
    }
  }
  std::map<std::string, SiteChange> changes;
  for (const std::string& callee : callees) {
    changes[callee] = change_of(callee, old_functions, new_functions, match);
  }
  return changes;
}

}  // namespace ltoscope::gate
