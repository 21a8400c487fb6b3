// Rows of several workers, put in the order of their morsels.
#include "operators/collector.h"

#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "expressions/input_for_test.h"
#include "operators/relation.h"

namespace engine::operators {
namespace {

std::vector<int64_t> all_positions(const columns::Attributes& attributes) {
  std::vector<int64_t> positions(attributes.size());
  std::iota(positions.begin(), positions.end(), 0);
  return positions;
}

columns::NamedColumn texts_of(const std::vector<int64_t>& numbers) {
  std::vector<std::string> texts;
  for (int64_t each : numbers) texts.push_back("text number " + std::to_string(each));
  return columns::texts_for_test("text", texts);
}

TEST(Collector, RowsComeInTheOrderOfMorselsAndOfBatchesInThem) {
  constexpr int64_t rows_of_batch = 700;
  std::vector<int64_t> numbers(6 * rows_of_batch);
  std::iota(numbers.begin(), numbers.end(), 0);
  expressions::InputForTest input(
      columns::table_for_test({columns::integers_for_test("number", numbers), texts_of(numbers)}));
  std::vector<std::unique_ptr<Sink>> collectors(4);
  for (int worker : {0, 1, 3}) {
    collectors[worker] =
        std::make_unique<Collector>(input.attributes, all_positions(input.attributes));
  }
  // Each morsel has two batches; workers take what they come to.
  const std::vector<std::pair<int, int64_t>> batches = {{1, 0}, {3, 2}, {1, 1},
                                                        {3, 3}, {1, 4}, {1, 5}};
  for (auto [worker, number] : batches) {
    columns::Batch batch = {.row_count = rows_of_batch, .morsel = number / 2 * 65'536};
    for (columns::Vector column : input.batch().columns) {
      batch.columns.push_back(column.from(number * rows_of_batch));
    }
    columns::SelectionVector selection(rows_of_batch);
    for (int32_t row = 0; row < rows_of_batch; row += 2) {
      selection.indexes[selection.count++] = row;
    }
    if (number % 2 == 0) batch.select(std::move(selection));
    collectors[worker]->consume(batch);
  }
  columns::Table rows = table_of(Collector::finish(input.attributes, collectors, {}));
  int64_t row = 0;
  for (int64_t number = 0; number < std::ssize(numbers);
       number += number / rows_of_batch % 2 == 0 ? 2 : 1) {
    ASSERT_LT(row, rows.row_count);
    EXPECT_EQ(columns::value_at(rows.columns[0], row), number);
    EXPECT_EQ(expressions::value_text(rows.columns[1], row),
              "text number " + std::to_string(number));
    ++row;
  }
  EXPECT_EQ(row, rows.row_count);
}

TEST(Collector, RowsWithoutColumnsAreCounted) {
  std::vector<std::unique_ptr<Sink>> collectors;
  collectors.push_back(std::make_unique<Collector>(columns::Attributes(), std::vector<int64_t>()));
  columns::Batch batch = {.row_count = 5};
  collectors.front()->consume(batch);
  EXPECT_EQ(Collector::finish({}, collectors, {}).row_count, 5);
}

}  // namespace
}  // namespace engine::operators
