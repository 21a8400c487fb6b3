// Which function of an old build is which of a new one.
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
  // The functions that were inlined on the way to it, from the one that it was written in; none: it
  // is the function's own, or not known.
  std::vector<std::string> inlined = {};
  // What debug information calls the function that holds it; empty: as the symbol does.
  std::string holder = {};
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

// Whether it is a part that was split off a function: .cold, .warm, .part.N.
bool is_split_part(std::string_view name);

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

}  // namespace ltoscope::gate
