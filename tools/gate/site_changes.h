// What became of the call sites of an old build in a new one: stayed, moved along when a function
// was inlined, were copied so, are new, or are gone. Pure: no file is read here.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "gate/function_match.h"

namespace ltoscope::gate {

// What became of the sites of one callee. old_total = common + moved + gone, and
// new_total = common + moved + copied + added, by construction.
struct SiteChange {
  int64_t old_total = 0;
  int64_t new_total = 0;
  int64_t common = 0;  // in the same function, written in the same one
  // Gone from a function, and there again where that one was inlined, or where what had been
  // inlined into it is now.
  int64_t moved = 0;
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
