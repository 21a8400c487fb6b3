// Numbering texts.
#include "operators/text_ids.h"

#include <gtest/gtest.h>

#include <string>

namespace engine::operators {
namespace {

TEST(TextIds, TextsAreNumberedAsTheyFirstComeAndKept) {
  TextIds ids;
  auto text = [](int i) { return std::string(i % 40, 'x') + std::to_string(i); };
  EXPECT_EQ(ids.find(""), TextIds::none);
  EXPECT_EQ(ids.add(""), 0);
  for (int round = 0; round < 2; ++round) {
    for (int i = 1; i < 5'000; ++i) EXPECT_EQ(ids.add(text(i)), i);
  }
  EXPECT_EQ(ids.add(""), 0);
  ASSERT_EQ(std::ssize(ids.texts()), 5'000);
  for (int i = 1; i < 5'000; ++i) {
    EXPECT_EQ(ids.find(text(i)), i);
    EXPECT_EQ(ids.texts()[i].view(), text(i));
  }
  EXPECT_EQ(ids.find("y"), TextIds::none);
}

}  // namespace
}  // namespace engine::operators
