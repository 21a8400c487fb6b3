// Looking keys up by bit or by hash.
#include "operators/key_set.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "primitives/loop.h"

namespace engine::operators {
namespace {

constexpr int bits_of_word = 64;
constexpr int word_shift = 6;
// A map takes 12 bits for each 8 codes below the bound, a hash table about 40 bytes for each key:
// so many codes for each key make them equal.
constexpr uint64_t most_codes_per_key = 200;
// Whatever the number of keys, a map of this size stays in a core's own cache.
constexpr uint64_t always_few = uint64_t{1} << 20;

constexpr uint64_t filter_multiplier = 0xD6E8FEB86659FD93;  // odd, with its bits spread
constexpr int filter_bits_per_key = 16;

uint64_t bit(uint64_t code) { return uint64_t{1} << (code % bits_of_word); }

}  // namespace

bool KeySet::suits_map(int64_t count, std::optional<uint64_t> bound) {
  return bound &&
         (*bound <= always_few || *bound / most_codes_per_key <= static_cast<uint64_t>(count));
}

KeySet::KeySet(const uint64_t* codes, int64_t count, std::optional<uint64_t> bound)
    : is_dense_(suits_map(count, bound)) {
  if (is_dense_) {
    build_map([codes](int64_t row) { return codes[row]; }, count, *bound);
  } else {
    build_hash(codes, count);
  }
}

KeySet::KeySet(columns::Vector values, int64_t low, int64_t count, uint64_t bound)
    : is_dense_(true) {
  auto least = static_cast<uint64_t>(low);
  primitives::with_integers(values, [&](const auto* value) {
    build_map([=](int64_t row) { return static_cast<uint64_t>(value[row]) - least; }, count, bound);
  });
}

template <class Code>
void KeySet::build_map(const Code& code, int64_t count, uint64_t bound) {
  bound_ = bound;
  map_.resize((bound >> word_shift) + 1);
  uint64_t* map = map_.data();
  for (int64_t i = 0; i < count; ++i) {
    uint64_t key = code(i);
    map[key >> word_shift] |= bit(key);
  }
  ranks_.resize(map_.size());
  int32_t rank = 0;
  for (std::size_t word = 0; word < map_.size(); ++word) {
    ranks_[word] = rank;
    rank += std::popcount(map_[word]);
  }
  size_ = rank;
}

void KeySet::build_hash(const uint64_t* codes, int64_t count) {
  ids_.reserve(count);
  // At least one: a shift by all 64 would be undefined.
  int bits = std::bit_width(static_cast<uint64_t>(count) * filter_bits_per_key | 1);
  filter_shift_ = bits_of_word - bits;
  filter_.resize((std::size_t{1} << bits >> word_shift) + 1);
  for (int64_t i = 0; i < count; ++i) {
    ids_.add(codes[i]);
    uint64_t hash = (codes[i] * filter_multiplier) >> filter_shift_;
    filter_[hash >> word_shift] |= bit(hash);
  }
  size_ = ids_.size();
}

int64_t KeySet::find(const uint64_t* codes, columns::Rows rows, int32_t* selected,
                     int32_t* ids) const {
  if (!is_dense_) return find_in_hash(codes, rows, selected, ids);
  return find_in_map([codes](int64_t row) { return codes[row]; }, rows, selected, ids);
}

int64_t KeySet::find_values(columns::Vector values, int64_t low, bool within, columns::Rows rows,
                            int32_t* selected, int32_t* ids) const {
  auto find = [&](const auto* value) {
    auto least = static_cast<uint64_t>(low);
    auto code = [=](int64_t row) { return static_cast<uint64_t>(value[row]) - least; };
    if (within) return find_in_map(code, rows, selected, ids);
    // The bit at the bound is there, and never set.
    return find_in_map([=, bound = bound_](int64_t row) { return std::min(code(row), bound); },
                       rows, selected, ids);
  };
  return primitives::with_integers(values, find);
}

template <class Code>
int64_t KeySet::find_in_map(const Code& code, columns::Rows rows, int32_t* selected,
                            int32_t* ids) const {
  const uint64_t* map = map_.data();
  int64_t count = primitives::select_rows(
      rows,
      [=](int64_t row) {
        uint64_t key = code(row);
        return (map[key >> word_shift] >> (key % bits_of_word)) & 1;
      },
      selected);
  if (ids == nullptr) return count;
  const int32_t* ranks = ranks_.data();
  for (int64_t i = 0; i < count; ++i) {
    uint64_t key = code(selected[i]);
    uint64_t word = key >> word_shift;
    ids[selected[i]] = ranks[word] + std::popcount(map[word] & (bit(key) - 1));
  }
  return count;
}

int64_t KeySet::find_in_hash(const uint64_t* codes, columns::Rows rows, int32_t* selected,
                             int32_t* ids) const {
  const uint64_t* filter = filter_.data();
  int64_t candidates = primitives::select_rows(
      rows,
      [=, shift = filter_shift_](int64_t row) {
        uint64_t hash = (codes[row] * filter_multiplier) >> shift;
        return (filter[hash >> word_shift] >> (hash % bits_of_word)) & 1;
      },
      selected);
  int64_t count = 0;
  for (int64_t i = 0; i < candidates; ++i) {
    int32_t row = selected[i];
    int32_t id = ids_.find(codes[row]);
    if (ids != nullptr) ids[row] = id;
    selected[count] = row;
    count += id != IntegerIds::none ? 1 : 0;
  }
  return count;
}

}  // namespace engine::operators
