// What the official TPC-H answers at scale factor 1 hash to in our canonical form, to check results
// against without carrying the answers themselves.
#pragma once

#include <array>
#include <string_view>

namespace engine::tpch {

// A field of the official answer that is not what exact decimals give.
struct KnownDifference {
  std::string_view exact;     // the row, as far as the field, and the field
  std::string_view official;  // the same of the official answer
};

struct OfficialAnswer {
  int query;
  int rows;
  std::string_view hash;            // the first 16 hex digits of the SHA-256 of the canonical rows
  KnownDifference difference = {};  // empty: none
};

inline constexpr std::array official_answers = {
    OfficialAnswer{1, 4, "defd1eb57fceaafb"},
    OfficialAnswer{2, 100, "2b07bab43cd552fd"},
    OfficialAnswer{3, 10, "d155b3f73c1b1f4e"},
    OfficialAnswer{4, 5, "158e7ff621d52632"},
    OfficialAnswer{5, 5, "b5b04325d330be0a"},
    OfficialAnswer{6, 1, "a5de47405eead58d"},
    OfficialAnswer{7, 4, "0a54382b331baa8a"},
    OfficialAnswer{8, 2, "0a366de74b0e92ca"},
    // The exact sum ends in a tie, 42698382.855; as a binary floating point number it lies below.
    OfficialAnswer{
        9, 175, "ceac031d673f72ce", {"MOROCCO|1997|42698382.86", "MOROCCO|1997|42698382.85"}},
    OfficialAnswer{10, 20, "e3e8e5e85de8c9ea"},
    OfficialAnswer{11, 1048, "b2579106c755d3d6"},
    OfficialAnswer{12, 2, "01fd331449d5806e"},
    OfficialAnswer{13, 42, "9521a35bb18aaa99"},
    OfficialAnswer{14, 1, "cc1a6166f6913697"},
    OfficialAnswer{15, 1, "304359f09f3a0b58"},
    OfficialAnswer{16, 18314, "3bc0f0465595b277"},
    // The exact quotient is 348406.0542857..., the official one lies within the specification's
    // tolerance.
    OfficialAnswer{17, 1, "75525f5f729c66dc", {"348406.05", "348406.02"}},
    OfficialAnswer{18, 57, "5a396fe86d4d24d4"},
    OfficialAnswer{19, 1, "231d4a9290ebfd28"},
    OfficialAnswer{20, 186, "d57d33656bf2769c"},
    OfficialAnswer{21, 100, "7e24f69dfe8fcc00"},
    OfficialAnswer{22, 7, "7da414b04a719757"},
};

}  // namespace engine::tpch
