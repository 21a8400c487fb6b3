// Results as text, and their hash.
#include "result.h"

#include <gtest/gtest.h>

#include "result_hash.h"

namespace engine {
namespace {

TEST(ResultHash, IsTheStartOfSha256) {
  // The test vectors of FIPS 180-2.
  EXPECT_EQ(result_hash("abc"), "ba7816bf8f01cfea");
  EXPECT_EQ(result_hash(""), "e3b0c44298fc1c14");
}

TEST(ResultHash, DiffersWhenOneCharacterDoes) {
  EXPECT_NE(result_hash("1|2\n"), result_hash("1|3\n"));
}

TEST(Result, JoinsFieldsWithBarsAndEndsEveryRow) {
  columns::Table table({{"count", columns::integer(columns::Storage::int32)},
                        {"price", columns::decimal(columns::Storage::int64, 2)}},
                       2);
  for (int row : {0, 1}) {
    table.columns[0].writable_values<int32_t>()[row] = row - 1;
    table.columns[1].writable_values<int64_t>()[row] = 150 + row;
  }
  Result result(table);
  EXPECT_EQ(result.text, "-1|1.50\n0|1.51\n");
  EXPECT_EQ(result.hash, result_hash("-1|1.50\n0|1.51\n"));
  EXPECT_EQ(result.fields, (std::vector<std::string>{"-1", "1.50", "0", "1.51"}));
  EXPECT_EQ(result.column_names, (std::vector<std::string>{"count", "price"}));
}

TEST(Result, OfNoRowsIsEmptyText) {
  Result result(columns::Table({{"count", columns::integer(columns::Storage::int32)}}, 0));
  EXPECT_EQ(result.text, "");
  EXPECT_EQ(result.row_count, 0);
}

}  // namespace
}  // namespace engine
