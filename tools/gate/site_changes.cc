// An account of each site, function by function and then across functions.
#include "gate/site_changes.h"

#include <algorithm>
#include <set>
#include <utility>

namespace ltoscope::gate {
namespace {

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

// A site that the other build does not have in the same function.
struct LooseSite {
  std::string function;              // symbol
  std::string author;                // that it was written in
  std::string holder;                // that holds it, without suffixes
  std::vector<std::string> inlined;  // see MatchedSite
};

// The function that the instruction's source stands in.
std::string author(const MatchedFunction& function, const MatchedSite& site) {
  if (!site.inlined.empty()) return site.inlined.front();
  const std::string& holder = site.holder.empty() ? function.name : site.holder;
  return std::string(without_compiler_suffixes(holder));
}

// What equal sites have in common, most first.
enum class Likeness { path_and_kind, path, author };

// Takes equal sites out of both lists; returns how many.
int64_t take_common(const MatchedFunction& old_function, std::vector<MatchedSite>& old_sites,
                    const MatchedFunction& new_function, std::vector<MatchedSite>& new_sites,
                    Likeness likeness) {
  auto key = [&](const MatchedFunction& function, const MatchedSite& site) {
    std::vector<std::string> path = site.inlined;
    if (likeness == Likeness::author) {
      bool is_own = site.inlined.empty();
      path = {is_own ? std::string() : author(function, site)};
    }
    return std::pair(path, likeness == Likeness::path_and_kind ? static_cast<int>(site.kind) : 0);
  };
  std::map<std::pair<std::vector<std::string>, int>, int64_t> available, taken;
  for (const MatchedSite& site : old_sites) ++available[key(old_function, site)];
  int64_t common = 0;
  std::erase_if(new_sites, [&](const MatchedSite& site) {
    int64_t& left = available[key(new_function, site)];
    if (left == 0) return false;
    --left;
    ++taken[key(new_function, site)];
    ++common;
    return true;
  });
  std::erase_if(old_sites, [&](const MatchedSite& site) {
    int64_t& left = taken[key(old_function, site)];
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

LooseSite loose_site(const MatchedFunction& function, const MatchedSite& site) {
  const std::string& holder = site.holder.empty() ? function.name : site.holder;
  return {function.name, author(function, site), std::string(without_compiler_suffixes(holder)),
          site.inlined};
}

void add_loose(std::vector<LooseSite>& loose, const MatchedFunction& function,
               const std::vector<MatchedSite>& sites) {
  for (const MatchedSite& site : sites) loose.push_back(loose_site(function, site));
}

std::vector<SiteChange::InFunction> ranked(const std::map<std::string, int64_t>& counts) {
  std::vector<SiteChange::InFunction> list;
  for (const auto& [function, count] : counts) list.push_back({function, count});
  std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) {
    return a.count != b.count ? a.count > b.count : a.function < b.function;
  });
  return list;
}

// Sites by the function that they were written in and one that they are in.
using Place = std::pair<std::string, std::string>;

// Vanished sites, each given out once.
class Vanished {
 public:
  explicit Vanished(const std::vector<LooseSite>& sites) : taken_(sites.size(), false) {
    for (std::size_t index = 0; index < sites.size(); ++index) {
      const LooseSite& site = sites[index];
      held_[{site.author, site.holder}].push_back(index);
      for (const std::string& function : site.inlined) {
        inlined_[{site.author, function}].push_back(index);
      }
    }
  }

  // Whether one was where the appeared one is now, or in a function that was inlined there; or was
  // inlined with what holds the appeared one now.
  bool take_for(const LooseSite& appeared) {
    if (take(held_, {appeared.author, appeared.holder})) return true;
    for (const std::string& function : appeared.inlined) {
      if (take(held_, {appeared.author, function})) return true;
    }
    return take(inlined_, {appeared.author, appeared.holder});
  }

  bool is_taken(std::size_t index) const { return taken_[index]; }

 private:
  using Sites = std::map<Place, std::vector<std::size_t>>;

  bool take(Sites& sites, const Place& place) {
    auto found = sites.find(place);
    if (found == sites.end()) return false;
    while (!found->second.empty()) {
      std::size_t index = found->second.back();
      found->second.pop_back();
      if (taken_[index]) continue;
      taken_[index] = true;
      return true;
    }
    return false;
  }

  Sites held_, inlined_;
  std::vector<bool> taken_;
};

// A site that appeared is explained by one that vanished, written in the same function, in what was
// inlined here; or, when it is inlined, by any that the old build had in such a function.
void explain(const std::vector<LooseSite>& vanished, const std::vector<LooseSite>& appeared,
             const std::set<Place>& old_places, SiteChange& change) {
  Vanished explaining(vanished);
  std::map<std::string, int64_t> added, gone;
  for (const LooseSite& site : appeared) {
    bool was_inlined = std::any_of(
        site.inlined.begin(), site.inlined.end(),
        [&](const std::string& function) { return old_places.contains({site.author, function}); });
    if (explaining.take_for(site)) {
      ++change.moved;
    } else if (was_inlined) {
      ++change.copied;
    } else {
      ++change.added;
      ++added[site.function];
    }
  }
  for (std::size_t index = 0; index < vanished.size(); ++index) {
    if (explaining.is_taken(index)) continue;
    ++change.gone;
    ++gone[vanished[index].function];
  }
  change.added_in = ranked(added);
  change.gone_from = ranked(gone);
}

SiteChange change_of(const std::string& callee, const std::vector<MatchedFunction>& old_functions,
                     const std::vector<MatchedFunction>& new_functions,
                     const FunctionMatch& match) {
  SiteChange change;
  std::set<Place> old_places;
  for (const MatchedFunction& function : old_functions) {
    for (const MatchedSite& site : sites_of(function, callee)) {
      ++change.old_total;
      LooseSite place = loose_site(function, site);
      old_places.emplace(place.author, place.holder);
    }
  }
  for (const MatchedFunction& function : new_functions) {
    change.new_total += static_cast<int64_t>(sites_of(function, callee).size());
  }
  std::vector<LooseSite> vanished, appeared;
  for (const FunctionPair& pair : match.pairs) {
    const MatchedFunction& old_function = old_functions[pair.old_index];
    const MatchedFunction& new_function = new_functions[pair.new_index];
    std::vector<MatchedSite> old_sites = sites_of(old_function, callee);
    std::vector<MatchedSite> new_sites = sites_of(new_function, callee);
    // A call that became a tail jump is the same site; and one is that has come another way out of
    // the function that it was written in.
    for (Likeness likeness : {Likeness::path_and_kind, Likeness::path, Likeness::author}) {
      change.common += take_common(old_function, old_sites, new_function, new_sites, likeness);
    }
    add_loose(vanished, old_function, old_sites);
    add_loose(appeared, new_function, new_sites);
  }
  for (std::size_t index : match.only_old) {
    add_loose(vanished, old_functions[index], sites_of(old_functions[index], callee));
  }
  for (std::size_t index : match.only_new) {
    add_loose(appeared, new_functions[index], sites_of(new_functions[index], callee));
  }
  explain(vanished, appeared, old_places, change);
  return change;
}

}  // namespace

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
