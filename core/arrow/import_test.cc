// What is taken over through the Arrow C stream interface.
#include "arrow/import.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "arrow/stream_for_test.h"
#include "columns/date.h"

namespace engine::arrow {
namespace {

using columns::Column;
using columns::Int128;
using columns::Storage;
using columns::Table;

Column numbers(const std::vector<int32_t>& values) {
  return column_of<int32_t>(columns::integer(Storage::int32), values);
}

Table one_column(const Column& column) { return table_of({{"x", column}}); }

// Imports and checks that nothing but the table is left.
Table import_all(StreamForTest& stream) {
  Table table = import_table(stream.get());
  EXPECT_EQ(stream.unreleased(), 0);
  EXPECT_EQ(stream.get()->release, nullptr);
  return table;
}

TEST(Import, BringsEveryTypeBackFromASlice) {
  int64_t before = settled_balance();
  {
    std::vector<NamedColumn> columns = {
        {"byte", column_of<uint8_t>(columns::integer(Storage::uint8), {9, 0, 1, 2, 255})},
        {"int", numbers({9, -1, 0, 1, 2'147'483'647})},
        {"long", column_of<int64_t>(columns::integer(Storage::int64), {9, -1, 0, 1, 1LL << 62})},
        {"small", column_of<int32_t>(columns::decimal(Storage::int32, 2), {9, -1, 0, 1, 250})},
        {"price", column_of<int64_t>(columns::decimal(Storage::int64, 2), {9, -1, 0, 1, 250})},
        {"sum", column_of<Int128>(columns::decimal(Storage::int128, 4), {9, -1, 0, 1, 99'950})},
        {"day",
         column_of<int32_t>(columns::date_type(), {9, -1, 0, 1, columns::date(1995, 6, 17)})},
        {"kind", column_of<uint8_t>(words_of({"", "apple", "pear"}), {2, 0, 1, 2, 1})},
        {"note", text_column({"first", "", "exactly12345", "more than twelve bytes", "x"})},
    };
    for (NamedColumn& column : columns) column.column = column.column.slice(1, 4);
    auto table = std::make_shared<const Table>(table_of(columns));
    ArrowArrayStream stream;
    export_stream(table, 3, &stream);
    Table copy = import_table(&stream);
    EXPECT_EQ(stream.release, nullptr);
    ASSERT_EQ(copy.row_count, 4);
    ASSERT_EQ(copy.schema.size(), columns.size());
    for (const auto& [name, column] : columns) {
      EXPECT_EQ(texts_of(copy.column(name)), texts_of(column)) << name;
      EXPECT_EQ(copy.column(name).type().meaning, column.type().meaning) << name;
    }
  }
  EXPECT_EQ(settled_balance(), before);
}

TEST(Import, ReadsStreamsAndBatchesWithoutRows) {
  StreamForTest batch({one_column(numbers({}))});
  batch.spoil_batch = [](ArrowArray& array) { array.children[0]->buffers[1] = nullptr; };
  EXPECT_EQ(import_all(batch).row_count, 0);
  ArrowArrayStream stream;
  export_stream(std::make_shared<const Table>(one_column(text_column({}))), 10, &stream);
  Table table = import_table(&stream);
  EXPECT_EQ(table.row_count, 0);
  EXPECT_EQ(table.schema[0].name, "x");
}

TEST(Import, HonoursOffsetsOfParentsAndChildren) {
  StreamForTest stream({table_of(
      {{"n", numbers({0, 1, 2, 3, 4, 5})}, {"t", text_column({"a", "b", "c", "d", "e", "f"})}})});
  stream.spoil_batch = [](ArrowArray& batch) {
    for (int64_t c = 0; c < 2; ++c) {
      batch.children[c]->offset = 1;
      batch.children[c]->length = 5;
    }
    batch.offset = 2;
    batch.length = 3;
  };
  Table table = import_all(stream);
  EXPECT_EQ(texts_of(table.columns[0]), "3 4 5");
  EXPECT_EQ(texts_of(table.columns[1]), "d e f");
}

// Imports a column of this format whose buffers are these, and prints its values. The first one
// stands for the bitmap.
std::string read_as(const char* format, int64_t rows, std::vector<const void*> buffers,
                    Storage expected = Storage::int32) {
  StreamForTest stream({one_column(numbers(std::vector<int32_t>(rows)))});
  stream.spoil_schema = [=](ArrowSchema& schema) { schema.children[0]->format = format; };
  stream.spoil_batch = [&](ArrowArray& batch) {
    batch.children[0]->buffers = buffers.data();
    batch.children[0]->n_buffers = std::ssize(buffers);
  };
  Table table = import_all(stream);
  EXPECT_EQ(table.columns[0].type().storage, expected) << format;
  return texts_of(table.columns[0]);
}

TEST(Import, ReadsIntegersOfEveryWidth) {
  const std::array<uint8_t, 16> ones = {255, 255, 255, 255, 255, 255, 255, 255, 1};
  EXPECT_EQ(read_as("c", 9, {nullptr, ones.data()}), "-1 -1 -1 -1 -1 -1 -1 -1 1");
  EXPECT_EQ(read_as("C", 9, {nullptr, ones.data()}), "255 255 255 255 255 255 255 255 1");
  EXPECT_EQ(read_as("s", 5, {nullptr, ones.data()}), "-1 -1 -1 -1 1");
  EXPECT_EQ(read_as("S", 5, {nullptr, ones.data()}), "65535 65535 65535 65535 1");
  EXPECT_EQ(read_as("i", 3, {nullptr, ones.data()}), "-1 -1 1");
  EXPECT_EQ(read_as("I", 3, {nullptr, ones.data()}, Storage::int64), "4294967295 4294967295 1");
  EXPECT_EQ(read_as("l", 2, {nullptr, ones.data()}, Storage::int64), "-1 1");
  const std::array<uint64_t, 1> most = {(uint64_t{1} << 63) - 1};
  EXPECT_EQ(read_as("L", 1, {nullptr, most.data()}, Storage::int64), "9223372036854775807");
  // Aligned or not.
  EXPECT_EQ(read_as("s", 5, {nullptr, ones.data() + 1}), "-1 -1 -1 511 0");
}

TEST(Import, ReadsDecimalsOfEveryWidth) {
  const std::array<int32_t, 2> narrow = {-150, 2};
  const std::array<int64_t, 2> middle = {-150, 2};
  const std::array<Int128, 2> wide = {-150, 2};
  EXPECT_EQ(read_as("d:9,2,32", 2, {nullptr, narrow.data()}, Storage::int64), "-1.50 0.02");
  EXPECT_EQ(read_as("d:18,2,64", 2, {nullptr, middle.data()}, Storage::int64), "-1.50 0.02");
  EXPECT_EQ(read_as("d:38,2", 2, {nullptr, wide.data()}, Storage::int64), "-1.50 0.02");
  EXPECT_EQ(read_as("d:38,0,128", 2, {nullptr, wide.data()}, Storage::int64), "-150.00 2.00");
}

TEST(Import, ReadsDatesInDaysAndMilliseconds) {
  const std::array<int64_t, 3> milliseconds = {-86'400'000, 0, 86'400'000};
  EXPECT_EQ(read_as("tdm", 3, {nullptr, milliseconds.data()}), "1969-12-31 1970-01-01 1970-01-02");
}

TEST(Import, ReadsTextsInEveryLayout) {
  const std::string bytes = "..pearquite a long piece of fruit";
  const std::array<int64_t, 4> ends = {2, 6, 6, 33};
  const std::array<int32_t, 4> short_ends = {2, 6, 6, 33};
  EXPECT_EQ(read_as("U", 3, {nullptr, ends.data(), bytes.data()}, Storage::string),
            "pear  quite a long piece of fruit");
  EXPECT_EQ(read_as("u", 3, {nullptr, short_ends.data(), bytes.data()}, Storage::string),
            "pear  quite a long piece of fruit");
  struct View {
    int32_t size;
    std::array<char, 4> prefix;
    int32_t buffer;
    int32_t position;
  };
  std::array<View, 3> views = {View{12, {}, 0, 0}, View{0, {}, 7, -7}, View{27, {}, 1, 6}};
  std::memcpy(views[0].prefix.data(), "exactly12345", 12);
  const std::array<int64_t, 2> sizes = {1, 33};
  EXPECT_EQ(
      read_as("vu", 3, {nullptr, views.data(), "?", bytes.data(), sizes.data()}, Storage::string),
      "exactly12345  quite a long piece of fruit");
}

TEST(Import, LooksAtBitmapsUnlessThereAreNoNulls) {
  const std::array<uint8_t, 2> bits = {0b1111'1000, 0b01};
  auto import_rows = [&](int64_t null_count) {
    StreamForTest stream({one_column(numbers({0, 1, 2, 3, 4, 5, 6, 7, 8, 9}))});
    stream.spoil_batch = [&](ArrowArray& batch) {
      ArrowArray& child = *batch.children[0];
      child.offset = 1;
      child.length = 8;
      child.null_count = null_count;
      child.buffers[0] = bits.data();
      batch.offset = 2;
      batch.length = 6;
    };
    return texts_of(import_all(stream).columns[0]);
  };
  for (int64_t null_count : {-1, 0, 2}) EXPECT_EQ(import_rows(null_count), "3 4 5 6 7 8");
}

TEST(Import, UnitesTheDictionariesOfBatches) {
  StreamForTest stream({
      one_column(column_of<uint8_t>(words_of({"apple", "pear"}), {1, 0, 1})),
      one_column(column_of<uint8_t>(words_of({"banana", "pear", "quince"}), {0, 1})),
      one_column(column_of<uint8_t>(words_of({}), {})),
  });
  Table table = import_all(stream);
  const columns::Type& type = table.columns[0].type();
  EXPECT_EQ(texts_of(table.columns[0]), "pear apple pear banana pear");
  EXPECT_EQ(type.storage, Storage::uint8);
  EXPECT_EQ(type.dictionary->size(), 4);
  EXPECT_EQ(type.dictionary->code_of("quince"), 3);
}

TEST(Import, ReadsDictionariesInAnyOrderWithRepeatsAndOffsets) {
  const std::string bytes = "zebracatcat";
  const std::array<int32_t, 5> ends = {0, 0, 5, 8, 11};
  const std::array<int16_t, 4> indexes = {2, 0, 1, 0};
  StreamForTest stream({one_column(column_of<uint8_t>(words_of({"a", "b", "c"}), {0, 1, 2, 0}))});
  stream.spoil_schema = [](ArrowSchema& schema) { schema.children[0]->format = "s"; };
  stream.spoil_batch = [&](ArrowArray& batch) {
    ArrowArray& child = *batch.children[0];
    child.buffers[1] = indexes.data();
    child.dictionary->offset = 1;
    child.dictionary->buffers[1] = ends.data();
    child.dictionary->buffers[2] = bytes.data();
  };
  Table table = import_all(stream);
  EXPECT_EQ(texts_of(table.columns[0]), "cat zebra cat zebra");
  EXPECT_EQ(table.columns[0].type().dictionary->size(), 2);
}

TEST(Import, GivesMoreThan256WordsWiderCodes) {
  std::vector<std::string> words;
  for (int word = 1'000; word < 1'257; ++word) words.push_back(std::to_string(word));
  auto dictionary = std::make_shared<const columns::Dictionary>(words);
  columns::Type type = columns::words(Storage::int32, dictionary);
  StreamForTest stream({one_column(column_of<int32_t>(type, {256, 0, 255}))});
  Table table = import_all(stream);
  EXPECT_EQ(table.columns[0].type().storage, Storage::int32);
  EXPECT_EQ(texts_of(table.columns[0]), "1256 1000 1255");
}

TEST(Import, GivesADictionaryWithoutWordsTheEmptyOne) {
  auto dictionary = std::make_shared<const columns::Dictionary>(std::vector<std::string>());
  columns::Type type = columns::words(Storage::uint8, dictionary);
  StreamForTest stream({one_column(column_of<uint8_t>(type, {}))});
  Table table = import_all(stream);
  EXPECT_EQ(table.row_count, 0);
  EXPECT_EQ(table.columns[0].type().dictionary->word(0), "");
}

}  // namespace
}  // namespace engine::arrow
