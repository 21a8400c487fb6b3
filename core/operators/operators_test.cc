// Scan, filter and project over small tables.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "operators/filter.h"
#include "operators/project.h"
#include "operators/table_scan.h"

namespace engine::operators {
namespace {

// Rows 0 .. count - 1 with "day" = row and "price" = 10.00 * row.
columns::Table days_and_prices(int32_t count) {
  columns::Table table(
      {{"day", columns::date_type()}, {"price", columns::decimal(columns::Storage::int64, 2)}},
      count);
  int32_t* days = table.column("day").writable_values<int32_t>();
  std::iota(days, days + count, 0);
  int64_t* prices = table.column("price").writable_values<int64_t>();
  std::transform(days, days + count, prices, [](int32_t day) { return int64_t{1'000} * day; });
  return table;
}

std::unique_ptr<Operator> scan(const columns::Table& table, MorselQueue& morsels,
                               int64_t batch_size) {
  return std::make_unique<TableScan>(table, std::vector<std::string>{"price", "day"}, morsels,
                                     batch_size);
}

// The selected values of a 64-bit column, of all batches.
std::vector<int64_t> drained(Operator& source, const std::string& column) {
  int64_t position = columns::position_of(source.schema(), column);
  std::vector<int64_t> values;
  while (std::optional<columns::Batch> batch = source.next()) {
    columns::Rows rows = batch->rows();
    for (int64_t i = 0; i < rows.count; ++i) {
      int64_t row = rows.indexes != nullptr ? rows.indexes[i] : i;
      values.push_back(batch->columns[position].values<int64_t>()[row]);
    }
  }
  return values;
}

TEST(TableScan, BatchesEndWhereMorselsEnd) {
  columns::Table table = days_and_prices(25);
  MorselQueue morsels(table.row_count, 10);
  std::unique_ptr<Operator> source = scan(table, morsels, 4);
  std::vector<int64_t> counts;
  while (std::optional<columns::Batch> batch = source->next()) counts.push_back(batch->row_count);
  EXPECT_EQ(counts, (std::vector<int64_t>{4, 4, 2, 4, 4, 2, 4, 1}));
}

TEST(TableScan, GivesTheChosenColumnsInTheChosenOrderWithoutCopying) {
  columns::Table table = days_and_prices(10);
  MorselQueue morsels(table.row_count, 10);
  std::unique_ptr<Operator> source = scan(table, morsels, 4);
  EXPECT_EQ(source->schema()[0].name, "price");
  source->next();
  std::optional<columns::Batch> second = source->next();
  ASSERT_TRUE(second);
  EXPECT_EQ(second->columns[0].values<int64_t>(), table.column("price").values<int64_t>() + 4);
  EXPECT_EQ(second->columns[1].values<int32_t>()[0], 4);
}

TEST(Filter, KeepsRowsThatMeetAllConditions) {
  columns::Table table = days_and_prices(100);
  MorselQueue morsels(table.row_count, 32);
  Filter filter(scan(table, morsels, 16),
                {between("day", 10, 60), less("price", 14'000), less_equal("day", 12)});
  EXPECT_EQ(drained(filter, "price"), (std::vector<int64_t>{10'000, 11'000, 12'000}));
}

TEST(Filter, PassesOverBatchesOfWhichNothingIsLeft) {
  columns::Table table = days_and_prices(100);
  MorselQueue morsels(table.row_count, 32);
  Filter filter(scan(table, morsels, 16), {between("day", 97, 98)});
  std::optional<columns::Batch> batch = filter.next();
  ASSERT_TRUE(batch);
  EXPECT_EQ(batch->rows().count, 2);
  EXPECT_FALSE(filter.next());
}

TEST(Filter, OnAFilterNarrowsItsSelection) {
  columns::Table table = days_and_prices(20);
  MorselQueue morsels(table.row_count, 20);
  auto late =
      std::make_unique<Filter>(scan(table, morsels, 20), std::vector{between("day", 15, 19)});
  Filter cheap(std::move(late), {less("price", 17'000)});
  EXPECT_EQ(drained(cheap, "price"), (std::vector<int64_t>{15'000, 16'000}));
}

TEST(Project, ComputesFromTheInputAndFromWhatItComputedBefore) {
  columns::Table table = days_and_prices(4);
  MorselQueue morsels(table.row_count, 4);
  Project project(scan(table, morsels, 4),
                  {subtract_from_constant("rest", 10'000, "price"),
                   add_to_constant("more", 1, "rest"), multiply("area", "price", "more")});
  EXPECT_EQ(project.schema().back().name, "area");
  EXPECT_EQ(project.schema().back().type.scale, 4);
  EXPECT_EQ(drained(project, "area"),
            (std::vector<int64_t>{0, 1'000 * 9'001, 2'000 * 8'001, 3'000 * 7'001}));
}

TEST(Project, KeepsTheSelectionOfItsInput) {
  columns::Table table = days_and_prices(10);
  MorselQueue morsels(table.row_count, 10);
  auto filter =
      std::make_unique<Filter>(scan(table, morsels, 10), std::vector{between("day", 3, 4)});
  Project project(std::move(filter), {multiply("square", "price", "price")});
  EXPECT_EQ(drained(project, "square"), (std::vector<int64_t>{9'000'000, 16'000'000}));
}

}  // namespace
}  // namespace engine::operators
