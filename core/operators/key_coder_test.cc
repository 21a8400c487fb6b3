// Codes of keys, and keys of codes.
#include "operators/key_coder.h"

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "operators/keys_for_test.h"

namespace engine::operators {
namespace {

using expressions::InputForTest;

constexpr int64_t coded_rows = 300;

// Codes of all rows of some keys, and the coder.
struct Coded {
  explicit Coded(const InputForTest& input)
      : coder(input.attributes), codes(input.table.row_count) {
    columns::Batch batch = input.batch();
    coder.encode(batch.columns, batch, batch.rows(), codes.data());
  }

  KeyCoder coder;
  std::vector<uint64_t> codes;
};

TEST(KeyCoder, CodesAreEqualWhereKeysAreAndBelowTheirBound) {
  std::mt19937 random(41);
  for (const std::vector<KeyKind>& kinds : kinds_of_keys()) {
    InputForTest input = input_of_keys(kinds, coded_rows, false, random);
    Coded coded(input);
    std::map<std::string, uint64_t> by_keys;
    std::set<uint64_t> different;
    for (int64_t row = 0; row < coded_rows; ++row) {
      uint64_t code = coded.codes[row];
      EXPECT_EQ(by_keys.try_emplace(keys_text(input.table, row), code).first->second, code);
      different.insert(code);
      if (coded.coder.bound()) EXPECT_LT(code, *coded.coder.bound());
    }
    EXPECT_EQ(different.size(), by_keys.size()) << name_of(kinds);
  }
}

TEST(KeyCoder, KeysComeBackFromTheirCodes) {
  std::mt19937 random(42);
  for (const std::vector<KeyKind>& kinds : kinds_of_keys()) {
    InputForTest input = input_of_keys(kinds, coded_rows, false, random);
    Coded coded(input);
    columns::Table decoded(input.table.schema, coded_rows);
    for (std::size_t key = 0; key < kinds.size(); ++key) {
      coded.coder.decode(coded.codes.data(), coded_rows, static_cast<int64_t>(key),
                         decoded.columns[key].writable_bytes());
    }
    for (int64_t row = 0; row < coded_rows; ++row) {
      ASSERT_EQ(keys_text(decoded, row), keys_text(input.table, row)) << name_of(kinds);
    }
  }
}

// Of other keys, those with a code that is known must be known keys.
void expect_known(const Coded& coded, const InputForTest& input, const InputForTest& other,
                  const std::string& name) {
  std::map<std::string, uint64_t> known;
  for (int64_t row = 0; row < coded_rows; ++row) {
    known.emplace(keys_text(input.table, row), coded.codes[row]);
  }
  std::set<uint64_t> codes_of_known(coded.codes.begin(), coded.codes.end());
  for (const primitives::Selection& selection : primitives::selections_for_test(coded_rows)) {
    columns::Batch batch = other.batch();
    std::vector<int32_t> selected(coded_rows);
    std::vector<uint64_t> codes(coded_rows);
    std::vector<bool> within(other.table.columns.size(), false);
    columns::Rows found = coded.coder.encode_known(batch.columns, within, batch,
                                                   primitives::rows_of(selection, coded_rows),
                                                   selected.data(), codes.data());
    std::set<std::string> found_keys;
    primitives::Selection rows_found = std::vector<int32_t>();
    for (int64_t i = 0; i < found.count; ++i) {
      int32_t row = found.indexes == nullptr ? static_cast<int32_t>(i) : found.indexes[i];
      auto same = known.find(keys_text(other.table, row));
      if (same == known.end()) {
        EXPECT_FALSE(codes_of_known.contains(codes[row])) << name;
      } else {
        EXPECT_EQ(codes[row], same->second) << name;
        rows_found->push_back(row);
      }
    }
    auto is_known = [&](int32_t row) { return known.contains(keys_text(other.table, row)); };
    EXPECT_EQ(*rows_found, primitives::rows_that(selection, coded_rows, is_known)) << name;
  }
}

TEST(KeyCoder, KeysThatNobodyEncodedHaveNoCodeOfThoseThatWere) {
  std::mt19937 random(43);
  for (const std::vector<KeyKind>& kinds : kinds_of_keys()) {
    InputForTest input = input_of_keys(kinds, coded_rows, false, random);
    Coded coded(input);
    expect_known(coded, input, input, name_of(kinds));
    expect_known(coded, input, input_of_keys(kinds, coded_rows, true, random), name_of(kinds));
    expect_known(coded, input, input_of_keys(kinds, coded_rows, false, random), name_of(kinds));
  }
}

TEST(KeyCoder, OnlyPackedCodesHaveABound) {
  std::mt19937 random(44);
  auto bound_of = [&](const std::vector<KeyKind>& kinds) {
    return KeyCoder(input_of_keys(kinds, coded_rows, false, random).attributes).bound();
  };
  using enum KeyKind;
  EXPECT_EQ(bound_of({same}), 1);
  EXPECT_EQ(bound_of({same, same}), 1);
  EXPECT_EQ(bound_of({small}), 5);
  EXPECT_EQ(bound_of({small, byte}), 64);
  EXPECT_EQ(bound_of({whole_32}), uint64_t{1} << 32);
  EXPECT_EQ(bound_of({whole_64}), std::nullopt);
  EXPECT_EQ(bound_of({whole_32, whole_32}), std::nullopt);
  EXPECT_EQ(bound_of({text}), std::nullopt);
  KeyCoder almost_all({{.name = "k",
                        .type = columns::integer(columns::Storage::int64),
                        .range = {std::numeric_limits<int64_t>::min(), -1}}});
  EXPECT_EQ(almost_all.bound(), uint64_t{1} << 63);
  EXPECT_EQ(almost_all.only_low(), std::numeric_limits<int64_t>::min());
}

}  // namespace
}  // namespace engine::operators
