// The text of fields, rows and pieces.
#include "tpch/tbl_writer.h"

#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "columns/date.h"
#include "columns/file_error.h"

namespace engine::tpch {
namespace {

using columns::Storage;

std::string text_of(const columns::Table& table, int threads) {
  std::string text;
  write_tbl(table, threads, [&](std::string_view piece) { text += piece; });
  return text;
}

TEST(TblWriter, WritesEachMeaningInItsForm) {
  auto flags = std::make_shared<const columns::Dictionary>(std::vector<std::string>{"A", "N"});
  columns::Table table({{"key", columns::integer(Storage::int64)},
                        {"price", columns::decimal(Storage::int64, 2)},
                        {"l_quantity", columns::decimal(Storage::int64, 2)},
                        {"day", columns::date_type()},
                        {"flag", columns::words(Storage::uint8, flags)},
                        {"note", columns::text_type()}},
                       2);
  auto fill = [&]<class Value>(const char* column, Value first, Value second) {
    Value* values = table.column(column).writable_values<Value>();
    values[0] = first;
    values[1] = second;
  };
  fill("key", int64_t{6'000'000'000}, int64_t{-7});
  fill("price", int64_t{123'456}, int64_t{-5});
  fill("l_quantity", int64_t{1'700}, int64_t{5'000});
  fill("day", columns::date(1995, 6, 17), columns::date(1992, 1, 1));
  fill("flag", uint8_t{1}, uint8_t{0});
  fill("note", columns::StringValue("a note"), columns::StringValue());
  EXPECT_EQ(text_of(table, 1),
            "6000000000|1234.56|17|1995-06-17|N|a note|\n-7|-0.05|50|1992-01-01|A||\n");
}

columns::Table numbers(int64_t count) {
  columns::Table table({{"number", columns::integer(Storage::int32)}}, count);
  int32_t* values = table.column("number").writable_values<int32_t>();
  std::iota(values, values + count, 0);
  return table;
}

TEST(TblWriter, PiecesComeInOrderForAnyNumberOfThreads) {
  columns::Table table = numbers(200'000);
  std::string expected;
  for (int64_t row = 0; row < table.row_count; ++row) expected += std::to_string(row) + "|\n";
  for (int threads : {1, 2, 5}) EXPECT_TRUE(text_of(table, threads) == expected) << threads;
  EXPECT_EQ(text_of(numbers(0), 2), "");
}

TEST(TblWriter, PassesOnWhatTheSinkThrows) {
  columns::Table table = numbers(100'000);
  EXPECT_THROW(write_tbl(table, 2, [](std::string_view) { throw std::runtime_error("full"); }),
               std::runtime_error);
}

TEST(TblWriter, SaysWhichFileCannotBeWritten) {
  auto refusal = [](const std::string& path) -> std::string {
    try {
      write_tbl_file(numbers(10), 1, path);
    } catch (const columns::FileError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal("/nowhere/x.tbl"),
            "/nowhere/x.tbl: cannot be written: No such file or directory");
  EXPECT_EQ(refusal("/dev/full"), "/dev/full: cannot be written: No space left on device");
  EXPECT_EQ(refusal("/dev/null"), "");
}

}  // namespace
}  // namespace engine::tpch
