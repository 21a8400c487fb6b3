// Which function of an old build is which of a new one, and what became of the call sites in them:
// stayed, moved along when a function was inlined, were copied so, are new, or are gone.
//
// Pure: no file is read here. Names change between builds (a compiler adds ".llvm.123" or
// ".constprop.0", or splits a ".cold" part off), so functions are matched in passes, from the most
// to the least certain.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ltoscope::gate {

enum class MatchedSiteKind { call, tail_jump };

struct MatchedSite {
  MatchedSiteKind kind;
  // The function whose inlined copy the site lies in; empty: the function's own, or not known.
  std::string inlined_from;
};

struct MatchedFunction {
  std::string name;  // as in the symbol table
  std::string unit;  // the source it comes from; empty: not known
  int64_t size = 0;  // bytes
  std::map<std::string, std::vector<MatchedSite>> sites;  // by callee
};

// Without what compilers append when they clone, split or rename: .llvm.N, .lto_priv.N, .isra.N,
// .constprop.N, .part.N, .cold, .warm, .__uniq.N, .resolver.
std::string_view without_compiler_suffixes(std::string_view name);

// Indices into the two lists. The passes: name, unit and size; name and unit; name without suffixes
// and unit; name without suffixes and without arguments. Within a pass equal ones are paired in the
// order of the lists.
struct FunctionPair {
  std::size_t old_index;
  std::size_t new_index;
};
struct FunctionMatch {
  std::vector<FunctionPair> pairs;
  std::vector<std::size_t> only_old;
  std::vector<std::size_t> only_new;
};
FunctionMatch match_functions(const std::vector<MatchedFunction>& old_functions,
                              const std::vector<MatchedFunction>& new_functions);

// What became of the sites of one callee. old_total = common + moved + gone, and
// new_total = common + moved + copied + added, by construction.
struct SiteChange {
  int64_t old_total = 0;
  int64_t new_total = 0;
  int64_t common = 0;  // in the same function, of the same origin
  int64_t moved = 0;   // gone from a function, and there again where that one was inlined
  int64_t copied = 0;  // there where a function was inlined that kept its own, or had it moved
  int64_t added = 0;
  int64_t gone = 0;
  // Functions by how many sites they have more (or fewer) that nothing explains, most first.
  struct InFunction {
    std::string function;
    int64_t count;
  };
  std::vector<InFunction> added_in;
  std::vector<InFunction> gone_from;
};

// By callee. Parts that were split off (.cold, .warm, .part) are counted with their function.
std::map<std::string, SiteChange> site_changes(std::vector<MatchedFunction> old_functions,
                                               std::vector<MatchedFunction> new_functions);

}  // namespace ltoscope::gate
