// Which texts are names, and how texts that would not print are printed.
#include "plan/names.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace engine::plan {
namespace {

TEST(Names, AreUtf8) {
  for (std::string_view text :
       {"a", "l_orderkey", "two words", "größe", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80",
        "\xed\x9f\xbf", "\xee\x80\x80", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"}) {
    EXPECT_TRUE(is_name(text)) << text;
  }
}

TEST(Names, AreNothingElse) {
  using namespace std::string_view_literals;  // NOLINT: one of them has a NUL
  // Not begun, not ended, longer than needed, a surrogate, beyond the last code point.
  for (std::string_view text :
       {""sv, "a\0"sv, "\x80"sv, "a\xbf"sv, "\xc3"sv, "\xc3z"sv, "\xe2\x82"sv, "\xe2\x82z"sv,
        "\xf0\x90\x80"sv, "\xc0\x80"sv, "\xc1\xbf"sv, "\xe0\x9f\xbf"sv, "\xf0\x8f\xbf\xbf"sv,
        "\xed\xa0\x80"sv, "\xed\xbf\xbf"sv, "\xf4\x90\x80\x80"sv, "\xf5\x80\x80\x80"sv,
        "\xf8\x88\x80\x80\x80"sv, "\xff"sv}) {
    EXPECT_FALSE(is_name(text)) << text;
  }
}

TEST(Names, AreQuotedWhereTheyWouldReadAsSomethingElse) {
  EXPECT_EQ(name_text("l_orderkey2"), "l_orderkey2");
  EXPECT_EQ(name_text(""), R"("")");
  EXPECT_EQ(name_text("2nd"), R"("2nd")");
  EXPECT_EQ(name_text("two words"), R"("two words")");
  EXPECT_EQ(name_text("and"), R"("and")");
  EXPECT_EQ(name_text("größe"), R"("größe")");
  EXPECT_EQ(name_text(R"(a"\b)"), R"("a\"\\b")");
}

TEST(Names, TextsArePrintedOnOneLine) {
  EXPECT_EQ(quoted("it's", '\''), R"('it\'s')");
  EXPECT_EQ(quoted("it's", '"'), R"("it's")");
  EXPECT_EQ(quoted("a\n\x7f\xff\xc3", '\''), R"('a\x0a\x7f\xff\xc3')");
  // A control beyond ASCII, an end of line, and what turns the direction round.
  EXPECT_EQ(quoted("\u0085", '\''), R"('\xc2\x85')");
  EXPECT_EQ(quoted("\u2028\u202e", '\''), R"('\xe2\x80\xa8\xe2\x80\xae')");
}

}  // namespace
}  // namespace engine::plan
