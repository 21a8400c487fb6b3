// Text crosses between Java and the library whole, whatever it holds.
#include "unicode.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace cdylib {
namespace {

using namespace std::string_view_literals;

TEST(Unicode, TextOfEveryLengthOfCodePointComesBackAsItWas) {
  std::string_view utf8 = "a\0z \xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80 \xf4\x8f\xbf\xbf"sv;
  std::u16string_view utf16 = u"a\0z \u00e9 \u20ac \U0001f600 \U0010ffff"sv;
  EXPECT_EQ(utf16_of(utf8), utf16);
  EXPECT_EQ(utf8_of(utf16), utf8);
}

TEST(Unicode, BytesThatAreNotUtf8AreReplacedOneByOne) {
  EXPECT_EQ(utf16_of("a\x80z"), u"a\ufffdz");                            // nothing before it
  EXPECT_EQ(utf16_of("\xc3"), u"\ufffd");                                // cut short
  EXPECT_EQ(utf16_of("\xc0\xaf"), u"\ufffd\ufffd");                      // longer than need be
  EXPECT_EQ(utf16_of("\xed\xa0\x80"), u"\ufffd\ufffd\ufffd");            // a surrogate
  EXPECT_EQ(utf16_of("\xf4\x90\x80\x80"), u"\ufffd\ufffd\ufffd\ufffd");  // above U+10FFFF
  EXPECT_EQ(utf16_of("\xff!"), u"\ufffd!");
}

TEST(Unicode, HalvesOfSurrogatePairsAreReplaced) {
  for (char16_t half : {u'\xd800', u'\xdbff', u'\xdc00', u'\xdfff'}) {
    EXPECT_EQ(utf8_of(std::u16string{u'a', half, u'z'}), "a\xef\xbf\xbdz");
    EXPECT_EQ(utf8_of(std::u16string{half}), "\xef\xbf\xbd");
  }
  EXPECT_EQ(utf8_of(std::u16string{u'\xdc00', u'\xd800'}), "\xef\xbf\xbd\xef\xbf\xbd");
}

}  // namespace
}  // namespace cdylib
