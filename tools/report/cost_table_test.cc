// Tables of a few samples; each test looks at the cells it is about.
#include "report/cost_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ltoscope::report {
namespace {

using Json = nlohmann::json;
using testing::Contains;
using testing::HasSubstr;

Json sample(const std::string& preset, const std::string& scenario, int64_t round, double wall) {
  return {{"kind", "cost"},
          {"preset", preset},
          {"scenario", scenario},
          {"round", round},
          {"wall_seconds", wall},
          {"user_seconds", 2 * wall},
          {"library_bytes", 1 << 20},
          {"tree_method", "PSS of the process tree, sampled every 20 ms"},
          {"largest_gap_seconds", 0.031},
          {"unknown", Json::array()}};
}

std::vector<std::string> row(const Table& table, const std::string& label) {
  for (const std::vector<std::string>& cells : table.rows) {
    if (cells[0] == label) return {cells.begin() + 1, cells.end()};
  }
  return {};
}

TEST(CostTable, CellsAreMediansWithRangesAndRatiosToTheFirstPreset) {
  std::vector<Json> samples = {sample("a", "clean", 1, 10), sample("b", "clean", 1, 21),
                               sample("a", "clean", 2, 12), sample("b", "clean", 2, 19),
                               sample("a", "clean", 3, 11), sample("b", "clean", 3, 22)};
  Table table = cost_table(samples, {"a", "b"});
  EXPECT_THAT(table.header, testing::ElementsAre("", "a", "b"));
  EXPECT_THAT(
      row(table, "Clean build, wall"),
      testing::ElementsAre("11.0 s (10.0 s to 12.0 s)", "21.0 s (19.0 s to 22.0 s), 1.91x"));
  EXPECT_THAT(row(table, "Clean build, user CPU")[1], HasSubstr("42.0 s"));
  EXPECT_THAT(row(table, "Library size"), testing::ElementsAre("1.00 MiB", "1.00 MiB, 1.00x"));
  EXPECT_THAT(table.notes, Contains("Medians of 3 rounds, with their ranges."));
}

TEST(CostTable, AnUnknownFigureIsNoZeroAndHasItsReason) {
  Json failed = sample("b", "touch", 1, 0);
  failed["wall_seconds"] = failed["user_seconds"] = nullptr;
  failed["unknown"] = Json::array({{{"metric", "all"}, {"reason", "a.cc was not compiled again"}}});
  Table table = cost_table({sample("a", "touch", 1, 1), failed}, {"a", "b"});
  EXPECT_THAT(row(table, "One source touched, wall"), testing::ElementsAre("1.00 s", "unknown"));
  EXPECT_THAT(table.notes, Contains("b touch: unknown, a.cc was not compiled again"));
}

TEST(CostTable, WithoutABaselineThereIsNoRatio) {
  Table table = cost_table({sample("b", "edit", 1, 3)}, {"a", "b"});
  EXPECT_THAT(row(table, "One function edited, wall"), testing::ElementsAre("unknown", "3.00 s"));
}

TEST(CostTable, OtherSamplesDoNotCount) {
  Json run = {{"kind", "run"}, {"preset", "a"}, {"scenario", "clean"}, {"wall_seconds", 99}};
  Table table = cost_table({run, sample("c", "clean", 1, 99), sample("a", "clean", 1, 1)}, {"a"});
  EXPECT_THAT(row(table, "Clean build, wall"), testing::ElementsAre("1.00 s"));
}

TEST(CostTable, MethodsAndNotesAreSaidOnce) {
  Json first = sample("a", "clean", 1, 1), second = sample("a", "clean", 2, 1),
       other = sample("b", "clean", 1, 1);
  first["notes"] = second["notes"] = other["notes"] = {"measured with a compiler cache: x"};
  Table table = cost_table({first, second, other}, {"a", "b"});
  EXPECT_THAT(table.notes,
              Contains("a clean, b clean: measured with a compiler cache: x").Times(1));
  EXPECT_THAT(
      table.notes,
      Contains("Largest process tree: PSS of the process tree, sampled every 20 ms; at most "
               "0.0310 s between two samples.")
          .Times(1));
}

}  // namespace
}  // namespace ltoscope::report
