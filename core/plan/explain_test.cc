// How plans and expressions are printed.
#include "plan/explain.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "plan/expression_text.h"
#include "plan/plan_error.h"
#include "plan/plan_for_test.h"

namespace engine::plan {
namespace {

TEST(Explain, PrintsEachNodeOnALineOfItsOwn) {
  EXPECT_EQ(explain(plan_of_everything()),
            R"(sort by s desc, a limit 10
  scalar
    rows: group join on g = a: g_count = count()
      kept: join build anti on x = a
        probe: scan other (x)
        build: join build semi on x = a where x <> s
          probe: scan other (x)
          build: join mark on a = x mark has_x
            probe: join anti on a = x
              probe: join semi on a = x
                probe: join left on a = l and s = l mark has_l
                  probe: join inner on a = i where i < s
                    probe: aggregate by a: rows = count(), s = sum(a), m = average(ratio), low = minimum(a), high = maximum(a)
                      project a, sum = a + 1 - a * a, ratio = round(a / a, 6), year = if_else(a = a, year("day"), 0), code = substring(b, 1, 2)
                        filter (a = 1 or a <> -2.05 or not a < 3) and (a <= 1995-03-15 or a > 'it\'s' or a >= '') and b like '%x_' and a in (-9223372036854775808, 9223372036854775807)
                          scan "größe" (a, b)
                    build: scan other (i)
                  build: scan other (l)
                build: scan other (x)
              build: scan other (x)
            build: scan other (x)
      aggregated: scan other (g)
    one row: aggregate: top = maximum(g)
      scan other (g)
)");
}

TEST(Explain, PutsNotesBesideTheirNodes) {
  Node plan = scan("t", {"a"}).filter(column("a") == number(1)).sort({}, 3);
  Note rows = [](const Node& node) -> std::string {
    return std::holds_alternative<Filter>(node.step) ? "" : std::string(name_of(node)) + " 5 rows";
  };
  EXPECT_EQ(explain(plan, rows),
            "sort limit 3  [sort 5 rows]\n"
            "  filter a = 1\n"
            "    scan t (a)  [scan 5 rows]\n");
}

TEST(Explain, PrintsWhatIsThereTwiceOnce) {
  auto counts = [] { return scan("t", {"a"}).aggregate({"a"}, {count("c")}); };
  EXPECT_EQ(explain(counts().semi_join(counts(), {{"a", "a"}})),
            "join semi on a = a\n"
            "  probe: aggregate by a: c = count()\n"
            "    scan t (a)\n"
            "  build: as above: aggregate by a: c = count()\n");
}

TEST(Explain, DistinctRowsAreAnAggregateWithoutAggregates) {
  EXPECT_EQ(explain(scan("t", {"a"}).distinct({"a"})), "aggregate by a\n  scan t (a)\n");
}

TEST(Explain, RefusesWhatIsNotValid) { EXPECT_THROW(explain(scan("t", {})), PlanError); }

TEST(Explain, ParenthesesAreThoseThatTheTreeNeeds) {
  Expression a = column("a");
  Expression b = column("b");
  Expression c = column("c");
  const std::vector<std::pair<Expression, std::string>> cases = {
      {a - b - c, "a - b - c"},
      {a - (b - c), "a - (b - c)"},
      {a + (b + c), "a + (b + c)"},
      {(a + b) * c, "(a + b) * c"},
      {a + b * c, "a + b * c"},
      {a * (b * c), "a * (b * c)"},
      {divide(a * b, c * a, 2), "round(a * b / (c * a), 2)"},
      {divide(a, divide(b, c, 1), 2), "round(a / round(b / c, 1), 2)"},
      {a < b && b < c, "a < b and b < c"},
      {(a < b || b < c) && c < a, "(a < b or b < c) and c < a"},
      {(a < b && b < c) || c < a, "a < b and b < c or c < a"},
      {a < b && (b < c && c < a), "a < b and (b < c and c < a)"},
      {!(a < b), "not a < b"},
      {!(a < b && b < c), "not (a < b and b < c)"},
      {!!(a < b) && b < c, "not not a < b and b < c"},
      {like(a, "x") == b, "(a like 'x') = b"},
      {one_of(a + b, {number(1), number(2)}), "a + b in (1, 2)"},
      {if_else(a < b || b < c, a - b, c), "if_else(a < b or b < c, a - b, c)"},
  };
  for (const auto& [expression, printed] : cases) EXPECT_EQ(text_of(expression), printed);
}

TEST(Explain, ConstantsShowAllThatTheyAre) {
  constexpr int64_t least = std::numeric_limits<int64_t>::min();
  EXPECT_EQ(text_of(decimal(500, 2)), "5.00");
  EXPECT_EQ(text_of(decimal(5, 2)), "0.05");
  EXPECT_EQ(text_of(decimal(-5, 2)), "-0.05");
  EXPECT_EQ(text_of(decimal(0, 3)), "0.000");
  EXPECT_EQ(text_of(decimal(least, 18)), "-9.223372036854775808");
  EXPECT_EQ(text_of(date(2024, 2, 29)), "2024-02-29");
  EXPECT_EQ(text_of(date(0, 1, 1)), "0000-01-01");
  EXPECT_EQ(text_of(date(10'000, 1, 1)), "day 2932897");
  EXPECT_EQ(text_of(date(-1, 12, 31)), "day -719529");
  EXPECT_EQ(text_of(text("a\tb'\\")), R"('a\x09b\'\\')");
  EXPECT_EQ(text_of(column("a b")), R"("a b")");
}

}  // namespace
}  // namespace engine::plan
