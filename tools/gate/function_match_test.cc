// Matching and the account of sites, over plain structs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gate/site_changes.h"

namespace ltoscope::gate {
namespace {

constexpr MatchedSiteKind call = MatchedSiteKind::call;
constexpr MatchedSiteKind tail = MatchedSiteKind::tail_jump;

MatchedFunction function(std::string name, std::vector<MatchedSite> mallocs, int64_t size = 10,
                         std::string unit = "a.cc") {
  return {std::move(name), std::move(unit), size, {{"malloc", std::move(mallocs)}}};
}

// Also checks that the parts add up.
SiteChange mallocs_of(std::vector<MatchedFunction> old_functions,
                      std::vector<MatchedFunction> new_functions) {
  SiteChange change = site_changes(std::move(old_functions), std::move(new_functions))["malloc"];
  EXPECT_EQ(change.old_total, change.common + change.moved + change.gone);
  EXPECT_EQ(change.new_total, change.common + change.moved + change.copied + change.added);
  return change;
}

TEST(FunctionMatch, CompilerSuffixesAreCutOffAndOthersAreNot) {
  EXPECT_EQ(without_compiler_suffixes("f.llvm.1234"), "f");
  EXPECT_EQ(without_compiler_suffixes("f.isra.0.constprop.1.cold"), "f");
  EXPECT_EQ(without_compiler_suffixes("f.cold.2"), "f");
  EXPECT_EQ(without_compiler_suffixes("f.__uniq.77.lto_priv.3"), "f");
  EXPECT_EQ(without_compiler_suffixes("f.resolver"), "f");
  EXPECT_EQ(without_compiler_suffixes("f.1"), "f.1");
  EXPECT_EQ(without_compiler_suffixes("f.llvm"), "f.llvm");
  EXPECT_EQ(without_compiler_suffixes("f.llvm.x1"), "f.llvm.x1");
}

TEST(FunctionMatch, SurerPassesComeFirst) {
  std::vector<MatchedFunction> old_functions = {
      function("f", {}, 10, "a.cc"), function("f", {}, 20, "a.cc"), function("f", {}, 20, "b.cc")};
  std::vector<MatchedFunction> new_functions = {function("f", {}, 20, "b.cc"),
                                                function("f", {}, 20, "a.cc"),
                                                function("f.llvm.9", {}, 7, "a.cc")};
  FunctionMatch match = match_functions(old_functions, new_functions);
  ASSERT_EQ(match.pairs.size(), 3u);
  for (const FunctionPair& pair : match.pairs) EXPECT_EQ(pair.old_index, 2 - pair.new_index);
}

TEST(FunctionMatch, UnitsAndArgumentsMayDifferInTheLastPass) {
  std::vector<MatchedFunction> old_functions = {function("f(int)", {}, 1, "a.cc")};
  EXPECT_EQ(match_functions(old_functions, {function("f(long)", {}, 2, "b.cc")}).pairs.size(), 1u);
  FunctionMatch other = match_functions(old_functions, {function("g(int)", {}, 1, "a.cc")});
  EXPECT_TRUE(other.pairs.empty());
  EXPECT_EQ(other.only_old.size(), 1u);
  EXPECT_EQ(other.only_new.size(), 1u);
}

TEST(SiteChanges, SitesThatStayAreCommonAlsoWhenTheyBecomeTailJumps) {
  SiteChange change =
      mallocs_of({function("f", {{call}, {call}})}, {function("f.llvm.1", {{call}, {tail}}, 99)});
  EXPECT_EQ(change.common, 2);
}

TEST(SiteChanges, SiteOfAFunctionThatWasInlinedAwayHasMoved) {
  SiteChange change = mallocs_of({function("make", {{call}}), function("user", {})},
                                 {function("user", {{call, {"make"}}})});
  EXPECT_EQ(change.moved, 1);
  EXPECT_EQ(change.added, 0);
  EXPECT_EQ(change.gone, 0);
}

TEST(SiteChanges, FurtherInlinedSitesAreCopies) {
  std::vector<MatchedFunction> old_functions = {function("make", {{call}})};
  SiteChange kept =
      mallocs_of(old_functions, {function("make", {{call}}), function("a", {{call, {"make"}}})});
  EXPECT_EQ(kept.common, 1);
  EXPECT_EQ(kept.copied, 1);
  SiteChange inlined = mallocs_of(
      old_functions, {function("a", {{call, {"make"}}}), function("b", {{call, {"make"}}})});
  EXPECT_EQ(inlined.moved, 1);
  EXPECT_EQ(inlined.copied, 1);
}

// inner() stands in middle() always, and middle() in outer() as well in the new build.
TEST(SiteChanges, WhatIsInlinedThroughAnotherIsFollowed) {
  std::vector<MatchedFunction> old_functions = {function("middle", {{call, {"inner"}}}),
                                                function("outer", {})};
  MatchedFunction outer = function("outer", {{call, {"inner", "middle"}}});
  SiteChange moved = mallocs_of(old_functions, {outer});
  EXPECT_EQ(moved.moved, 1);
  EXPECT_EQ(moved.gone, 0);
  SiteChange copied = mallocs_of(old_functions, {function("middle", {{call, {"inner"}}}), outer});
  EXPECT_EQ(copied.copied, 1);
  EXPECT_EQ(copied.added, 0);
  SiteChange back = mallocs_of({outer}, old_functions);
  EXPECT_EQ(back.moved, 1);
  EXPECT_EQ(back.added, 0);
}

TEST(SiteChanges, NewCodeThatInlinesWhatWasNoFunctionBeforeIsNew) {
  SiteChange change = mallocs_of(
      {function("old_user", {{call, {"inner"}}})},
      {function("old_user", {{call, {"inner"}}}), function("new_user", {{call, {"inner"}}})});
  EXPECT_EQ(change.common, 1);
  EXPECT_EQ(change.added, 1);
  EXPECT_EQ(change.copied, 0);
}

TEST(SiteChanges, WhatNothingExplainsIsAddedOrGone) {
  SiteChange change = mallocs_of({function("f", {{call}, {call}}), function("g", {})},
                                 {function("f", {{call}}), function("g", {{call}}),
                                  function("h", {{call, {"unheard_of"}}, {call}})});
  EXPECT_EQ(change.common, 1);
  EXPECT_EQ(change.gone, 1);
  EXPECT_EQ(change.added, 3);
  ASSERT_EQ(change.added_in.size(), 2u);
  EXPECT_EQ(change.added_in[0].function, "h");
  EXPECT_EQ(change.added_in[0].count, 2);
  EXPECT_EQ(change.gone_from[0].function, "f");
}

TEST(SiteChanges, SplitPartsBelongToTheirFunction) {
  SiteChange change = mallocs_of({function("f", {{call}}, 50)},
                                 {function("f", {}, 30), function("f.cold", {{call}}, 20)});
  EXPECT_EQ(change.common, 1);
  EXPECT_EQ(change.added, 0);
}

}  // namespace
}  // namespace ltoscope::gate
