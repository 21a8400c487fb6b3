// Aggregations with and without keys, and pipelines that fill them on several threads.
#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "columns/canonical_text.h"
#include "operators/filter.h"
#include "operators/group_by.h"
#include "operators/pipeline.h"
#include "operators/scalar_aggregate.h"
#include "operators/table_scan.h"

namespace engine::operators {
namespace {

// Colour and size repeat with periods 2 and 3, but no row is "blue" and none "large"; amount = 0.01
// * row.
columns::Table coloured(int64_t rows) {
  auto colours =
      std::make_shared<const columns::Dictionary>(std::vector<std::string>{"blue", "green", "red"});
  auto sizes = std::make_shared<const columns::Dictionary>(
      std::vector<std::string>{"large", "medium", "small", "tiny"});
  columns::Table table({{"colour", columns::words(columns::Storage::uint8, colours)},
                        {"size", columns::words(columns::Storage::uint8, sizes)},
                        {"amount", columns::decimal(columns::Storage::int64, 2)}},
                       rows);
  for (int64_t row = 0; row < rows; ++row) {
    table.columns[0].writable_values<uint8_t>()[row] = static_cast<uint8_t>(1 + row % 2);
    table.columns[1].writable_values<uint8_t>()[row] = static_cast<uint8_t>(1 + row % 3);
    table.columns[2].writable_values<int64_t>()[row] = row;
  }
  return table;
}

std::unique_ptr<Operator> whole_scan(const columns::Table& table, MorselQueue& morsels,
                                     int64_t batch_size) {
  return std::make_unique<TableScan>(table, std::vector<std::string>{"colour", "size", "amount"},
                                     morsels, batch_size);
}

std::vector<std::string> lines(const columns::Table& table) {
  std::vector<std::string> lines;
  for (int64_t row = 0; row < table.row_count; ++row) {
    std::string line;
    for (const columns::Column& column : table.columns) line += canonical_text(column, row) + " ";
    lines.push_back(line);
  }
  return lines;
}

TEST(GroupBy, GivesOneRowForEachCombinationThatOccursInKeyOrder) {
  columns::Table table = coloured(12);
  MorselQueue morsels(table.row_count, 5);
  GroupBy group_by(whole_scan(table, morsels, 2), {"colour", "size"},
                   {count("rows"), sum("total", "amount")});
  group_by.consume_input();
  EXPECT_EQ(
      lines(group_by.result()),
      (std::vector<std::string>{"green medium 2 0.06 ", "green small 2 0.14 ", "green tiny 2 0.10 ",
                                "red medium 2 0.12 ", "red small 2 0.08 ", "red tiny 2 0.16 "}));
}

TEST(GroupBy, AveragesRoundToTwoPlacesAndShareTheirSum) {
  columns::Table table = coloured(4);
  MorselQueue morsels(table.row_count, 4);
  GroupBy group_by(whole_scan(table, morsels, 4), {"colour"},
                   {average("mean", "amount"), sum("total", "amount"), average("again", "amount")});
  group_by.consume_input();
  EXPECT_EQ(lines(group_by.result()),
            (std::vector<std::string>{"green 0.01 0.02 0.01 ", "red 0.02 0.04 0.02 "}));
  EXPECT_EQ(group_by.result().schema[1].name, "mean");
}

TEST(GroupBy, OfNoRowsHasNoRows) {
  columns::Table table = coloured(0);
  MorselQueue morsels(table.row_count, 4);
  GroupBy group_by(whole_scan(table, morsels, 4), {"colour"},
                   {count("rows"), average("mean", "amount")});
  group_by.consume_input();
  EXPECT_EQ(group_by.result().row_count, 0);
}

TEST(ScalarAggregate, HasOneRowEvenOfNoRows) {
  columns::Table table = coloured(10);
  MorselQueue morsels(table.row_count, 4);
  auto none =
      std::make_unique<Filter>(whole_scan(table, morsels, 4), std::vector{less("amount", 0)});
  ScalarAggregate aggregate(std::move(none), {{.name = "total", .column = "amount"}});
  aggregate.consume_input();
  EXPECT_EQ(lines(aggregate.result()), (std::vector<std::string>{"0.00 "}));
}

TEST(Pipelines, ResultDoesNotDependOnThreadsOrBatchSize) {
  columns::Table table = coloured(300'000);
  auto run = [&](int threads, int64_t batch_size) {
    return lines(run_pipelines(threads, table.row_count, [&](MorselQueue& morsels) {
      return std::make_unique<GroupBy>(whole_scan(table, morsels, batch_size),
                                       std::vector<std::string>{"size", "colour"},
                                       std::vector{sum("total", "amount"), count("rows")});
    }));
  };
  std::vector<std::string> expected = run(1, 1'024);
  EXPECT_EQ(expected.front(), "medium green 74998500.00 50000 ");
  for (int threads : {2, 3, 40}) EXPECT_EQ(run(threads, 1'024), expected);
  for (int64_t batch_size : {64, 1'000, 8'192}) EXPECT_EQ(run(2, batch_size), expected);
}

TEST(Pipelines, FailureToMakeOneIsTheCallersToHandle) {
  MakePipeline fails = [](MorselQueue&) -> std::unique_ptr<Aggregation> { throw std::bad_alloc(); };
  EXPECT_THROW(run_pipelines(2, 1'000'000, fails), std::bad_alloc);
}

}  // namespace
}  // namespace engine::operators
