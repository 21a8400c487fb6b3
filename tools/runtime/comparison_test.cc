#include "runtime/comparison.h"

#include <gtest/gtest.h>

namespace ltoscope::runtime {
namespace {

// Rounds of one process each with iterations 1, 2, 3: a slow warm-up, then time and time + 1.
void add_rounds(std::vector<RunSample>& samples, const std::string& variant,
                const std::string& query, const std::vector<int64_t>& round_times,
                const std::string& hash = "aa") {
  for (std::size_t round = 0; round < round_times.size(); ++round) {
    for (int64_t iteration = 1; iteration <= 3; ++iteration) {
      int64_t time = iteration == 1 ? 9'000'000 : round_times[round] + iteration - 2;
      samples.push_back(
          {variant, static_cast<int64_t>(round) + 1, 1, query, iteration, time, hash});
    }
  }
}

const ComparedCell& cell_of(const Comparison& comparison, const std::string& query,
                            std::size_t variant) {
  for (const ComparedRow& row : comparison.queries) {
    if (row.query == query) return row.cells.at(variant);
  }
  throw std::out_of_range(query);
}

TEST(Comparison, RangesApartDiffer) {
  std::vector<RunSample> samples;
  add_rounds(samples, "a", "Q1", {100'000, 102'000, 101'000});
  add_rounds(samples, "b", "Q1", {90'000, 91'000, 92'000});
  Comparison comparison = compare({"a", "b"}, samples, 1);
  const ComparedCell& cell = cell_of(comparison, "Q1", 1);
  EXPECT_EQ(cell.verdict, Verdict::differs);
  EXPECT_EQ(cell.nanoseconds->count, 6);
  EXPECT_EQ(cell.nanoseconds->highest, 92'001);
  EXPECT_NEAR(*cell.change_percent, -9.9, 0.05);
  EXPECT_EQ(comparison.total.cells[1].verdict, Verdict::differs);
  EXPECT_TRUE(comparison.unknown.empty());
}

TEST(Comparison, OverlappingRangesShowNoDifference) {
  std::vector<RunSample> samples;
  add_rounds(samples, "a", "Q1", {100'000, 102'000, 101'000});
  add_rounds(samples, "b", "Q1", {100'001, 50'000, 50'000});
  EXPECT_EQ(cell_of(compare({"a", "b"}, samples, 1), "Q1", 1).verdict,
            Verdict::no_difference_shown);
}

TEST(Comparison, AVariantAgainstItselfShowsNoDifferenceTwentyTimesOfTwenty) {
  uint64_t state = 1;
  for (int repetition = 0; repetition < 20; ++repetition) {
    std::vector<RunSample> samples;
    for (const char* variant : {"a", "a again"}) {
      std::vector<int64_t> times;
      for (int round = 0; round < 10; ++round) {
        state = state * 6364136223846793005 + 1442695040888963407;
        times.push_back(1'000'000 + static_cast<int64_t>(state >> 44) % 50'000);
      }
      add_rounds(samples, variant, "Q1", times);
    }
    Comparison comparison = compare({"a", "a again"}, samples, 1);
    EXPECT_EQ(cell_of(comparison, "Q1", 1).verdict, Verdict::no_difference_shown);
    EXPECT_EQ(comparison.total.cells[1].verdict, Verdict::no_difference_shown);
  }
}

TEST(Comparison, ATinyGapIsNotADifferenceEvenWhenRangesAreApart) {
  std::vector<RunSample> samples;
  add_rounds(samples, "a", "relative", {1'000'000, 1'000'000});
  add_rounds(samples, "b", "relative", {1'004'000, 1'004'000});
  add_rounds(samples, "a", "absolute", {40, 40});
  add_rounds(samples, "b", "absolute", {58, 58});
  Comparison comparison = compare({"a", "b"}, samples, 1);
  EXPECT_EQ(cell_of(comparison, "relative", 1).verdict, Verdict::no_difference_shown);
  EXPECT_EQ(cell_of(comparison, "absolute", 1).verdict, Verdict::no_difference_shown);
}

TEST(Comparison, FewSamplesNeverDiffer) {
  std::vector<RunSample> samples;
  add_rounds(samples, "a", "Q1", {100'000});
  add_rounds(samples, "b", "Q1", {900'000});
  EXPECT_EQ(cell_of(compare({"a", "b"}, samples, 1), "Q1", 1).verdict, Verdict::too_few_samples);
}

TEST(Comparison, WarmUpsAreDroppedFromTimesAndNothingElseIs) {
  std::vector<RunSample> samples;
  add_rounds(samples, "a", "Q1", {100, 100});
  EXPECT_EQ(cell_of(compare({"a"}, samples, 1), "Q1", 0).nanoseconds->highest, 101);
  EXPECT_EQ(cell_of(compare({"a"}, samples, 0), "Q1", 0).nanoseconds->highest, 9'000'000);
  EXPECT_EQ(cell_of(compare({"a"}, samples, 0), "Q1", 0).nanoseconds->count, 6);
}

TEST(Comparison, TheTotalSumsWhatOneProcessMeasuredInOneIteration) {
  std::vector<RunSample> samples;
  add_rounds(samples, "a", "Q1", {1'000, 5'000});
  add_rounds(samples, "a", "Q6", {40'000, 20'000});
  report::Summary total = *compare({"a"}, samples, 1).total.cells[0].nanoseconds;
  EXPECT_EQ(total.lowest, 25'000);  // not 21,000: no process measured that
  EXPECT_EQ(total.highest, 41'002);
  EXPECT_EQ(total.count, 4);
}

TEST(Comparison, AQueryThatOneVariantLacksIsUnknownAndSoIsItsTotal) {
  std::vector<RunSample> samples;
  add_rounds(samples, "a", "Q1", {1'000, 1'000});
  add_rounds(samples, "a", "Q6", {1'000, 1'000});
  add_rounds(samples, "b", "Q1", {1'000, 1'000});
  Comparison comparison = compare({"a", "b"}, samples, 1);
  EXPECT_EQ(cell_of(comparison, "Q6", 1).verdict, Verdict::unknown);
  EXPECT_FALSE(comparison.total.cells[1].nanoseconds);
  ASSERT_EQ(comparison.unknown.size(), 2u);
  EXPECT_EQ(comparison.unknown[0].metric, "runtime.b.Q6");
  EXPECT_EQ(comparison.unknown[1].metric, "runtime.b.total");
}

TEST(Comparison, AnIterationNumberWithoutCountedSamplesIsUnknownNotMissing) {
  std::vector<RunSample> samples = {{"a", 1, 1, "Q1", 1, 500, "aa"}};
  Comparison comparison = compare({"a"}, samples, 1);
  ASSERT_EQ(comparison.queries.size(), 1u);
  EXPECT_FALSE(comparison.unknown.empty());
}

TEST(Disagreements, AreFoundAcrossVariantsAndInWarmUps) {
  std::vector<RunSample> samples;
  add_rounds(samples, "b", "Q1", {1'000}, "bb");
  add_rounds(samples, "a", "Q1", {1'000}, "aa");
  add_rounds(samples, "a", "Q6", {1'000}, "cc");
  samples.back().result_hash = "dd";
  std::vector<Disagreement> found = find_disagreements({"a", "b"}, samples);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(words_of(found[0]), "Q1: b answered bb, but a answered aa");
  EXPECT_EQ(words_of(found[1]), "Q6: a answered dd, but a answered cc");
}

TEST(Disagreements, EqualAnswersAndVariantsThatAreNotListedRaiseNone) {
  std::vector<RunSample> samples;
  add_rounds(samples, "a", "Q1", {1'000}, "aa");
  add_rounds(samples, "b", "Q1", {1'000}, "aa");
  add_rounds(samples, "other", "Q1", {1'000}, "zz");
  EXPECT_TRUE(find_disagreements({"a", "b"}, samples).empty());
}

}  // namespace
}  // namespace ltoscope::runtime
