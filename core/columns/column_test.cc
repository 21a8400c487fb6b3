// Columns, their slices, and the words of dictionaries.
#include "columns/column.h"

#include <gtest/gtest.h>

#include <optional>

namespace engine::columns {
namespace {

Column counting_from(int64_t first, int64_t count) {
  Column column(integer(Storage::int64), count);
  for (int64_t row = 0; row < count; ++row) column.writable_values<int64_t>()[row] = first + row;
  return column;
}

TEST(Column, SliceSharesTheValues) {
  Column column = counting_from(10, 8);
  Column slice = column.slice(3, 2);
  EXPECT_EQ(slice.row_count(), 2);
  EXPECT_EQ(slice.values<int64_t>(), column.values<int64_t>() + 3);
  EXPECT_EQ(slice.values<int64_t>()[1], 14);
}

TEST(Column, SliceOutlivesTheColumnItCameFrom) {
  std::optional<Column> column = counting_from(10, 1'000);
  Column slice = column->slice(999, 1);
  column.reset();
  EXPECT_EQ(slice.values<int64_t>()[0], 1'009);
}

TEST(Column, SliceOfASliceCountsFromTheSlice) {
  Column slice = counting_from(0, 100).slice(10, 50).slice(5, 3);
  EXPECT_EQ(slice.values<int64_t>()[0], 15);
  EXPECT_EQ(slice.slice(3, 0).row_count(), 0);
}

TEST(Column, ValueIsReadWhateverItsStorage) {
  Column bytes(integer(Storage::uint8), 1);
  bytes.writable_values<uint8_t>()[0] = 255;
  EXPECT_EQ(value_at(bytes, 0), 255);
  Column small(integer(Storage::int32), 1);
  small.writable_values<int32_t>()[0] = -7;
  EXPECT_EQ(value_at(small, 0), -7);
  Column wide(integer(Storage::int128), 2);
  wide.writable_values<Int128>()[1] = Int128{1} << 100;
  EXPECT_EQ(value_at(wide, 1), Int128{1} << 100);
}

TEST(Dictionary, CodesAndWordsAreEachOthersInverse) {
  Dictionary dictionary({"AIR", "MAIL", "TRUCK"});
  EXPECT_EQ(dictionary.size(), 3);
  for (int64_t code = 0; code < dictionary.size(); ++code) {
    EXPECT_EQ(dictionary.code_of(dictionary.word(code)), code);
  }
  EXPECT_EQ(dictionary.code_of("MAIL"), 1);
  EXPECT_EQ(dictionary.find("TRUCK"), 2);
  EXPECT_EQ(dictionary.find("SHIP"), std::nullopt);
}

}  // namespace
}  // namespace engine::columns
