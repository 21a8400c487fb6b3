// LIKE, against a matcher that tries everything, and pieces of texts.
#include "primitives/text_search.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "primitives/rows_for_test.h"

namespace engine::primitives {
namespace {

using columns::StringValue;

bool is_like(std::string_view text, std::string_view pattern) {
  if (pattern.empty()) return text.empty();
  if (pattern[0] == '%') {
    return is_like(text, pattern.substr(1)) || (!text.empty() && is_like(text.substr(1), pattern));
  }
  return !text.empty() && (pattern[0] == '_' || pattern[0] == text[0]) &&
         is_like(text.substr(1), pattern.substr(1));
}

// Of few different bytes, so that much matches, or nearly.
std::string random_string(std::mt19937& random, std::string_view alphabet, int most_bytes) {
  std::string text(random() % (most_bytes + 1), ' ');
  for (char& each : text) each = alphabet[random() % alphabet.size()];
  return text;
}

TEST(TextSearch, LikeMatchesWhatTryingEverythingMatches) {
  std::mt19937 random(11);
  int matches = 0;
  for (int round = 0; round < 100'000; ++round) {
    std::string text = random_string(random, "ab", 9);
    std::string pattern = random_string(random, "aabb%%_", 7);
    bool expected = is_like(text, pattern);
    ASSERT_EQ(LikePattern(pattern).matches(text), expected) << text << " like " << pattern;
    matches += expected ? 1 : 0;
  }
  EXPECT_GT(matches, 1'000);
}

TEST(TextSearch, BytesOfPatternsAreNoOthers) {
  EXPECT_TRUE(LikePattern("").matches(""));
  EXPECT_FALSE(LikePattern("").matches("a"));
  EXPECT_TRUE(LikePattern("%%").matches(""));
  EXPECT_FALSE(LikePattern("_").matches(""));
  EXPECT_FALSE(LikePattern("a%a").matches("a"));
  EXPECT_TRUE(LikePattern("%\xff_").matches("x\xff\x80"));
  EXPECT_FALSE(LikePattern("%special%requests%").matches("requests special"));
  EXPECT_TRUE(LikePattern("%special%requests%").matches("specialrequests"));
}

TEST(TextSearch, RowsAreSelectedByPatternAlsoInPlace) {
  std::mt19937 random(12);
  std::vector<std::string> strings;
  for (int i = 0; i < 200; ++i) strings.push_back(random_string(random, "ab", 20));
  const std::vector<StringValue> texts(strings.begin(), strings.end());
  for (std::string_view pattern : {"%ab%ba%", "a%", "%b_", "", "%", "_____", "%aa%b"}) {
    for (const Selection& selection : selections_for_test(200)) {
      LikePattern like(pattern);
      auto select = [&](columns::Rows rows, int32_t* selected) {
        return select_like(texts.data(), like, rows, selected);
      };
      auto select_others = [&](columns::Rows rows, int32_t* selected) {
        return select_not_like(texts.data(), like, rows, selected);
      };
      auto matches = [&](int32_t row) { return is_like(strings[row], pattern); };
      EXPECT_EQ(selected_by(select, selection, 200), rows_that(selection, 200, matches));
      EXPECT_EQ(selected_by(select_others, selection, 200),
                rows_that(selection, 200, std::not_fn(matches)));
    }
  }
}

TEST(TextSearch, SubstringsEndWhereTheTextEnds) {
  const std::vector<std::string> strings = {"", "abc", "twelve bytes", "more than twelve bytes"};
  const std::vector<StringValue> texts(strings.begin(), strings.end());
  for (int64_t first : {0, 1, 3, 12, 22, 100}) {
    for (int64_t count : {0, 1, 12, 13, 1'000}) {
      std::vector<StringValue> results(4);
      substrings(texts.data(), first, count, {nullptr, 4}, results.data());
      for (std::size_t row = 0; row < 4; ++row) {
        std::string expected;
        for (int64_t i = first; i < first + count && i < std::ssize(strings[row]); ++i) {
          expected += strings[row][i];
        }
        EXPECT_EQ(results[row].view(), expected);
      }
    }
  }
}

}  // namespace
}  // namespace engine::primitives
