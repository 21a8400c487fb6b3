// Strings of all lengths around what fits inline, and what keeps the bytes of the others.
#include "columns/string_value.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "columns/column.h"
#include "columns/string_heap.h"

namespace engine::columns {
namespace {

// All pairs of these show every way in which two strings can differ.
std::vector<std::string> telling_strings() {
  std::vector<std::string> strings = {"", "a", "abc", "abcd", "abce", "b"};
  strings.push_back(std::string("abc\0", 4));
  strings.push_back("ab\xff");  // bytes are unsigned
  for (int length : {11, 12, 13, 14, 40}) {
    std::string text(length, 'x');
    strings.push_back(text);
    text.front() = 'w';
    strings.push_back(text);
    text.back() = 'y';
    strings.push_back(text);
  }
  return strings;
}

TEST(StringValue, GivesBackItsText) {
  for (const std::string& text : telling_strings()) {
    StringValue value(text);
    EXPECT_EQ(value.view(), text);
    EXPECT_EQ(value.size(), text.size());
    EXPECT_EQ(value.is_inline(), text.size() <= 12) << text;
  }
  EXPECT_EQ(StringValue().view(), "");
}

TEST(StringValue, ComparesAsItsBytesDo) {
  std::vector<std::string> strings = telling_strings();
  // Others with the same bytes elsewhere, so that equal pointers decide nothing.
  std::vector<std::string> copies = strings;
  for (const std::string& a : strings) {
    for (const std::string& b : copies) {
      EXPECT_EQ(StringValue(a) == StringValue(b), a == b) << a << " and " << b;
      EXPECT_EQ(StringValue(a) <=> StringValue(b), a <=> b) << a << " and " << b;
    }
  }
}

TEST(StringValue, CopiesOfAnInlineStringStandAlone) {
  std::string text = "twelve bytes";
  StringValue value(text);
  StringValue copy = value;
  text.assign(12, '-');
  value = StringValue("other");
  EXPECT_EQ(copy.view(), "twelve bytes");
}

TEST(StringHeap, CopiesLongStringsAndKeepsShortOnesInTheValue) {
  StringHeap heap;
  EXPECT_EQ(heap.add("short").view(), "short");
  EXPECT_EQ(heap.bytes(), 0);
  std::string text(13, 'l');
  StringValue value = heap.add(text);
  text.assign(13, '-');
  EXPECT_EQ(value.view(), std::string(13, 'l'));
  EXPECT_GT(heap.bytes(), 0);
}

TEST(StringHeap, TakesStringsOfAnyLengthAndMovesNone) {
  StringHeap heap;
  std::vector<StringValue> values;
  std::vector<std::string> texts;
  for (int i = 0; i < 2'000; ++i)
    texts.emplace_back(13 + i * 7 % 300, static_cast<char>('a' + i % 26));
  texts.emplace_back(1'000'000, 'z');
  texts.emplace_back(20, 'q');
  for (const std::string& text : texts) values.push_back(heap.add(text));
  for (std::size_t i = 0; i < texts.size(); ++i) ASSERT_EQ(values[i].view(), texts[i]) << i;
}

TEST(StringColumn, KeepsItsHeapForItsSlices) {
  auto heap = std::make_shared<StringHeap>();
  std::weak_ptr<StringHeap> watched = heap;
  std::optional<Column> column(std::in_place, text_type(), 2);
  column->writable_values<StringValue>()[0] = heap->add("the first of two texts");
  column->writable_values<StringValue>()[1] = heap->add("the second of two texts");
  column->keep_alive(std::move(heap));
  std::optional<Column> slice = column->slice(1, 1);
  column.reset();
  ASSERT_FALSE(watched.expired());
  EXPECT_EQ(slice->values<StringValue>()[0].view(), "the second of two texts");
  slice.reset();
  EXPECT_TRUE(watched.expired());
}

}  // namespace
}  // namespace engine::columns
