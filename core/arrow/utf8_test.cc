// What is UTF-8 and what is not.
#include "arrow/utf8.h"

#include <gtest/gtest.h>

#include <string>

namespace engine::arrow {
namespace {

TEST(Utf8, TakesSequencesUpToTheLastCodePoint) {
  for (const char* text :
       {"", "plain", "\x7f", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80",
        "\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf", "a\xc3\xa9z"}) {
    EXPECT_TRUE(is_utf8(text)) << text;
  }
  EXPECT_TRUE(is_utf8(std::string(1, '\0')));
}

TEST(Utf8, RefusesBytesThatAreNoSequence) {
  for (const char* text :
       {"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf",
        "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "caf\xe9", "\xc3", "\xe2\x82",
        "\xf0\x90\x80", "\xc3z", "\xe2\x82z", "\xe2z\x82", "\xf0\x90\x80z"}) {
    EXPECT_FALSE(is_utf8(text)) << text;
  }
}

TEST(Utf8, AsciiEndsBelow128) {
  EXPECT_TRUE(is_ascii(""));
  EXPECT_TRUE(is_ascii("plain\x7f"));
  EXPECT_FALSE(is_ascii("a\xc3\xa9z"));
}

}  // namespace
}  // namespace engine::arrow
