// The text of comments, and how long it lives.
#include "tpch/text_pool.h"

#include <gtest/gtest.h>

#include <memory>

namespace engine::tpch {
namespace {

// Our own hash, taken when every table at scale factor 1 had the SHA-1 of what dbgen writes.
TEST(TextPool, HasItsKnownText) {
  TextPool pool;
  ASSERT_EQ(std::ssize(pool.text()), 300 * 1024 * 1024);
  EXPECT_TRUE(pool.text().starts_with(
      "furiously special foxes haggle furiously blithely ironic deposits. "));
  EXPECT_EQ(pool.text().size(), std::size_t{text_pool_bytes});
}

TEST(TextPoolSource, SharesOnePoolAndForgetsItWithItsLastUser) {
  TextPoolSource texts;
  std::shared_ptr<const TextPool> first = texts.pool();
  std::shared_ptr<const TextPool> second = texts.pool();
  EXPECT_EQ(first, second);
  std::weak_ptr<const TextPool> watched = first;
  first.reset();
  EXPECT_FALSE(watched.expired());
  second.reset();
  EXPECT_TRUE(watched.expired());
}

}  // namespace
}  // namespace engine::tpch
