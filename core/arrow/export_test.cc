// What is handed out through the Arrow C data interface, and for how long it holds.
#include "arrow/export.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "arrow/format.h"
#include "arrow/stream_for_test.h"

namespace engine::arrow {
namespace {

using columns::Column;
using columns::Int128;
using columns::Storage;
using columns::Table;

Table fruit() {
  return table_of({
      {"key", column_of<int32_t>(columns::integer(Storage::int32), {1, 2, 3, 4, 5})},
      {"total", column_of<int64_t>(columns::integer(Storage::int64), {10, 20, 30, 40, 50})},
      {"price", column_of<int64_t>(columns::decimal(Storage::int64, 2), {-1, 250, 3, 4, 5})},
      {"day", column_of<int32_t>(columns::date_type(), {-1, 0, 1, 2, 3})},
      {"kind", column_of<uint8_t>(words_of({"apple", "pear"}), {0, 1, 0, 1, 1})},
      {"note", text_column({"", "sweet", "too long for a value itself", "", "old"})},
  });
}

enum Position { key, total, price, day, kind, note };

template <class Value>
const Value* buffer(const ArrowArray* array, int64_t index) {
  return static_cast<const Value*>(array->buffers[index]);
}

TEST(Export, NamesTheFormatOfEachType) {
  EXPECT_EQ(format_of(columns::integer(Storage::uint8)), "C");
  EXPECT_EQ(format_of(columns::integer(Storage::int32)), "i");
  EXPECT_EQ(format_of(columns::integer(Storage::int64)), "l");
  EXPECT_EQ(format_of(columns::integer(Storage::int128)), "d:38,0");
  EXPECT_EQ(format_of(columns::decimal(Storage::uint8, 5)), "d:5,5");
  EXPECT_EQ(format_of(columns::decimal(Storage::int32, 2)), "d:10,2");
  EXPECT_EQ(format_of(columns::decimal(Storage::int64, 2)), "d:19,2");
  EXPECT_EQ(format_of(columns::decimal(Storage::int128, 4)), "d:38,4");
  EXPECT_EQ(format_of(columns::date_type()), "tdD");
  EXPECT_EQ(format_of(words_of({"a"})), "C");
  EXPECT_EQ(format_of(columns::text_type()), "u");
}

TEST(Export, SchemaIsAStructOfColumnsWithoutNulls) {
  ArrowSchema schema;
  export_schema(fruit().schema, &schema);
  EXPECT_STREQ(schema.format, "+s");
  ASSERT_EQ(schema.n_children, note + 1);
  EXPECT_STREQ(schema.children[price]->name, "price");
  EXPECT_STREQ(schema.children[price]->format, "d:19,2");
  EXPECT_EQ(schema.children[price]->dictionary, nullptr);
  EXPECT_STREQ(schema.children[kind]->dictionary->format, "u");
  for (int64_t c = 0; c < schema.n_children; ++c) {
    EXPECT_EQ(schema.children[c]->flags, 0);
    EXPECT_EQ(schema.children[c]->metadata, nullptr);
  }
  schema.release(&schema);
  EXPECT_EQ(schema.release, nullptr);
}

TEST(Export, SharesTheValuesOfIntegersDatesAndWords) {
  Table table = fruit();
  ArrowArray batch;
  export_batch(table, 1, 3, &batch);
  ASSERT_EQ(batch.length, 3);
  ASSERT_EQ(batch.n_children, note + 1);
  for (int64_t c = 0; c < batch.n_children; ++c) {
    EXPECT_EQ(batch.children[c]->length, 3);
    EXPECT_EQ(batch.children[c]->offset, 0);
    EXPECT_EQ(batch.children[c]->null_count, 0);
    EXPECT_EQ(batch.children[c]->buffers[0], nullptr);
  }
  EXPECT_EQ(batch.children[key]->buffers[1], table.columns[key].values<int32_t>() + 1);
  EXPECT_EQ(batch.children[total]->buffers[1], table.columns[total].values<int64_t>() + 1);
  EXPECT_EQ(batch.children[day]->buffers[1], table.columns[day].values<int32_t>() + 1);
  EXPECT_EQ(batch.children[kind]->buffers[1], table.columns[kind].values<uint8_t>() + 1);
  batch.release(&batch);
}

TEST(Export, WidensDecimalsAndGathersTexts) {
  ArrowArray batch;
  export_batch(fruit(), 0, 4, &batch);
  EXPECT_EQ(buffer<Int128>(batch.children[price], 1)[0], -1);
  EXPECT_EQ(buffer<Int128>(batch.children[price], 1)[1], 250);
  const int32_t* ends = buffer<int32_t>(batch.children[note], 1);
  EXPECT_EQ(std::vector<int32_t>(ends, ends + 5), (std::vector<int32_t>{0, 0, 5, 32, 32}));
  EXPECT_EQ(std::string_view(buffer<char>(batch.children[note], 2), ends[4]),
            "sweettoo long for a value itself");
  const ArrowArray* words = batch.children[kind]->dictionary;
  ASSERT_EQ(words->length, 2);
  EXPECT_EQ(std::string_view(buffer<char>(words, 2), buffer<int32_t>(words, 1)[2]), "applepear");
  batch.release(&batch);
}

TEST(Export, MovedChildOutlivesItsTableAndItsParent) {
  int64_t before = settled_balance();
  ArrowArray codes;
  {
    auto table = std::make_unique<Table>(fruit());
    ArrowArray batch;
    export_batch(*table, 2, 3, &batch);
    table.reset();
    codes = *batch.children[kind];
    batch.children[kind]->release = nullptr;
    batch.release(&batch);
  }
  EXPECT_EQ(buffer<uint8_t>(&codes, 1)[2], 1);
  EXPECT_EQ(buffer<char>(codes.dictionary, 2)[0], 'a');
  EXPECT_GT(settled_balance(), before);
  codes.release(&codes);
  EXPECT_EQ(codes.release, nullptr);
  EXPECT_EQ(settled_balance(), before);
}

TEST(Export, StreamGivesAllRowsInBatches) {
  int64_t before = settled_balance();
  {
    ArrowArrayStream stream;
    export_stream(std::make_shared<const Table>(fruit()), 2, &stream);
    ArrowSchema schema;
    ASSERT_EQ(stream.get_schema(&stream, &schema), 0);
    std::vector<ArrowArray> batches(5);
    for (ArrowArray& batch : batches) ASSERT_EQ(stream.get_next(&stream, &batch), 0);
    EXPECT_EQ(stream.get_last_error(&stream), nullptr);
    stream.release(&stream);
    EXPECT_EQ(stream.release, nullptr);
    EXPECT_STREQ(schema.children[note]->name, "note");
    schema.release(&schema);
    EXPECT_EQ(batches[3].release, nullptr);
    EXPECT_EQ(batches[4].release, nullptr);
    batches.resize(3);
    EXPECT_EQ(batches[1].length, 2);
    EXPECT_EQ(batches[2].length, 1);
    EXPECT_EQ(buffer<int32_t>(batches[2].children[key], 1)[0], 5);
    for (ArrowArray& batch : batches) batch.release(&batch);
  }
  EXPECT_EQ(settled_balance(), before);
}

TEST(Export, AnotherThreadMayRelease) {
  auto release_there = [](ArrowArray& batch) {
    std::thread([&] { batch.release(&batch); }).join();
  };
  ArrowArray batch;
  // A thread's own first allocations stay.
  export_batch(fruit(), 0, 5, &batch);
  release_there(batch);
  int64_t before = settled_balance();
  export_batch(fruit(), 0, 5, &batch);
  release_there(batch);
  EXPECT_EQ(batch.release, nullptr);
  EXPECT_EQ(settled_balance(), before);
}

// A table that fails in its second column, when the first one has been exported already.
void expect_refused(Column second, std::string_view message) {
  std::vector<int32_t> keys(second.row_count());
  Column first = column_of<int32_t>(columns::integer(Storage::int32), keys);
  auto table = std::make_shared<const Table>(table_of({{"key", first}, {"value", second}}));
  ArrowArrayStream stream;
  export_stream(table, second.row_count(), &stream);
  int64_t before = settled_balance();
  ArrowArray batch;
  EXPECT_THROW(export_batch(*table, 0, second.row_count(), &batch), ExportError);
  EXPECT_EQ(batch.release, nullptr);
  EXPECT_EQ(settled_balance(), before);
  EXPECT_EQ(stream.get_next(&stream, &batch), EINVAL);
  EXPECT_EQ(batch.release, nullptr);
  EXPECT_EQ(stream.get_last_error(&stream), message);
  stream.release(&stream);
}

TEST(Export, RefusesDecimalsOfMoreThan38Digits) {
  Int128 most = 1;
  for (int digit = 0; digit < 38; ++digit) most *= 10;
  most -= 1;
  columns::Type wide = columns::decimal(Storage::int128, 2);
  expect_refused(
      column_of<Int128>(wide, {most, -most, most + 1}),
      "column value: found 100000000000000000000000000000000000000 in batch row 2, expected "
      "at most 38 digits");
  expect_refused(
      column_of<Int128>(wide, {-most - 1}),
      "column value: found -100000000000000000000000000000000000000 in batch row 0, expected "
      "at most 38 digits");
}

TEST(Export, TakesTextsThatAreUtf8Alone) {
  expect_refused(
      text_column({"caf\xc3\xa9", "caf\xe9"}),
      "column value: found bytes that are not UTF-8 in batch row 1, expected UTF-8 alone");
  // Each one by itself: these two are only together.
  expect_refused(
      text_column({"caf\xc3", "\xa9"}),
      "column value: found bytes that are not UTF-8 in batch row 0, expected UTF-8 alone");
  Table words = table_of({{"word", column_of<uint8_t>(words_of({"caf\xe9"}), {0})}});
  ArrowArray batch;
  EXPECT_THROW(export_batch(words, 0, 1, &batch), ExportError);
  EXPECT_EQ(batch.release, nullptr);
  ArrowArrayStream stream;
  EXPECT_THROW(export_stream(std::make_shared<const Table>(words), 1, &stream), ExportError);
  EXPECT_EQ(stream.release, nullptr);
}

TEST(Export, RefusesTextsThatAreTogetherTooLong) {
  const std::string text(1 << 20, 'x');  // which all values share
  Column column(columns::text_type(), 2'048);
  std::ranges::fill_n(column.writable_values<columns::StringValue>(), 2'048,
                      columns::StringValue(text));
  expect_refused(
      column, "column value: found 2147483648 bytes of text together, expected at most 2147483647");
}

}  // namespace
}  // namespace engine::arrow
