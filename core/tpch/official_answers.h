// What the official TPC-H answers at scale factor 1 hash to in our canonical form, to check results
// against without carrying the answers themselves.
#pragma once

#include <array>
#include <string_view>

namespace engine::tpch {

struct OfficialAnswer {
  int query;
  int rows;
  std::string_view hash;  // the first 16 hex digits of the SHA-256 of the canonical rows
};

inline constexpr std::array official_answers = {
    OfficialAnswer{.query = 1, .rows = 4, .hash = "defd1eb57fceaafb"},
    OfficialAnswer{.query = 6, .rows = 1, .hash = "a5de47405eead58d"},
};

}  // namespace engine::tpch
