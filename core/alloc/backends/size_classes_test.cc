// The table of classes over an allocator made up for it, whose classes are 64 bytes apart, and 128
// above a kilobyte.
#include "alloc/backends/size_classes.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>

namespace engine::alloc {
namespace {

int64_t bytes_for(std::size_t size) noexcept {
  std::size_t class_bytes = size <= 1024 ? 64 : 128;
  std::size_t classes = size == 0 ? 1 : (size + class_bytes - 1) / class_bytes;
  return static_cast<int64_t>(classes * class_bytes);
}

// Each block begins with the size that was asked for.
struct Header {
  alignas(std::max_align_t) std::size_t size;
};
void* allocate(std::size_t size) noexcept {
  Header* header = static_cast<Header*>(std::malloc(sizeof(Header) + size));
  header->size = size;
  return header + 1;
}
void release(void* block) noexcept { std::free(static_cast<Header*>(block) - 1); }
int64_t told_bytes(const void* block) noexcept {
  return bytes_for((static_cast<const Header*>(block) - 1)->size);
}
int64_t one_more(const void* block) noexcept { return told_bytes(block) + 1; }

SizeClasses filled(int64_t (*told)(const void*) noexcept) {
  SizeClasses classes;
  classes.fill(
      {.bytes_for = bytes_for, .allocate = allocate, .release = release, .told_bytes = told});
  return classes;
}

TEST(SizeClasses, BytesOfAClassNameIt) {
  SizeClasses classes = filled(told_bytes);
  ASSERT_TRUE(classes.is_known());
  for (int64_t bytes : {64, 128, 1024}) {
    std::size_t number = classes.class_of_bytes(bytes);
    EXPECT_LT(number, SizeClasses::class_count) << bytes;
    EXPECT_EQ(SizeClasses::bytes_of_class(number), bytes);
    EXPECT_EQ(number, classes.class_of_size(static_cast<std::size_t>(bytes)));
  }
}

// A block of such bytes (of another kind, or the rest of an aligned one) must not come to serve a
// larger size.
TEST(SizeClasses, BytesOfNoClassNameNone) {
  SizeClasses classes = filled(told_bytes);
  for (int64_t bytes : {0, 1, 63, 65, 96, 1000, 1088}) {
    EXPECT_EQ(classes.class_of_bytes(bytes), SizeClasses::class_count) << bytes;
  }
}

TEST(SizeClasses, AreNotKnownWhereBlocksSayOtherwise) {
  EXPECT_FALSE(filled(one_more).is_known());
  EXPECT_EQ(filled(one_more).bytes_of(64), 0);
}

}  // namespace
}  // namespace engine::alloc
