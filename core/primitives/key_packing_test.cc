// Keys into words and out again.
#include "primitives/key_packing.h"

#include <gtest/gtest.h>

#include <vector>

#include "primitives/rows_for_test.h"

namespace engine::primitives {
namespace {

template <class Value>
columns::Vector vector_of(const std::vector<Value>& values) {
  return {columns::storage_of<Value>(), reinterpret_cast<const std::byte*>(values.data())};
}

template <class Value>
void expect_keys_to_come_back(int bits) {
  std::vector<Value> keys = extremes<Value>();
  int64_t count = std::ssize(keys);
  auto low = static_cast<int64_t>(columns::range_of(columns::storage_of<Value>()).low);
  for (const Selection& selection : selections_for_test(count)) {
    constexpr uint64_t untouched = 99;
    std::vector<uint64_t> packed(count, untouched);
    pack_first_key(vector_of(keys), low, rows_of(selection, count), packed.data());
    std::vector<Value> unpacked(count);
    unpack_key(packed.data(), count, low, 0, bits, columns::storage_of<Value>(), unpacked.data());
    std::vector<int32_t> rows = listed(selection, count);
    for (int32_t row : rows) EXPECT_EQ(unpacked[row], keys[row]);
    auto is_untouched = [&](int32_t row) { return packed[row] == untouched; };
    if (rows.empty()) EXPECT_EQ(std::ssize(rows_that({}, count, is_untouched)), count);
  }
}

TEST(KeyPacking, KeysOfTheWholeStorageComeBack) {
  expect_keys_to_come_back<uint8_t>(8);
  expect_keys_to_come_back<int32_t>(32);
  expect_keys_to_come_back<int64_t>(64);
}

TEST(KeyPacking, KeysSideBySideDoNotTouchEachOther) {
  const std::vector<int64_t> first = {-3, 0, 4};
  const std::vector<uint8_t> second = {255, 0, 17};
  const std::vector<int32_t> third = {-2'000'000'000, 5, 2'000'000'000};
  std::vector<uint64_t> packed(3);
  columns::Rows rows = {nullptr, 3};
  pack_first_key(vector_of(first), -3, rows, packed.data());
  pack_further_key(vector_of(second), 0, 3, rows, packed.data());
  pack_further_key(vector_of(third), -2'000'000'000, 11, rows, packed.data());
  std::vector<int64_t> first_again(3);
  std::vector<uint8_t> second_again(3);
  std::vector<int32_t> third_again(3);
  unpack_key(packed.data(), 3, -3, 0, 3, columns::Storage::int64, first_again.data());
  unpack_key(packed.data(), 3, 0, 3, 8, columns::Storage::uint8, second_again.data());
  unpack_key(packed.data(), 3, -2'000'000'000, 11, 32, columns::Storage::int32, third_again.data());
  EXPECT_EQ(first_again, first);
  EXPECT_EQ(second_again, second);
  EXPECT_EQ(third_again, third);
}

TEST(KeyPacking, AKeyWithoutBitsIsItsLeastValue) {
  const std::vector<uint64_t> packed = {0, ~uint64_t{0}};
  std::vector<int32_t> values(2);
  unpack_key(packed.data(), 2, -8, 64, 0, columns::Storage::int32, values.data());
  EXPECT_EQ(values, (std::vector<int32_t>{-8, -8}));
}

}  // namespace
}  // namespace engine::primitives
