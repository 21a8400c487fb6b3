// Turns the columns of numbers into few words that compare as they do, so that most comparisons are
// one of two numbers.
#include "operators/sort.h"

#include <algorithm>
#include <bit>
#include <compare>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "columns/decimal.h"
#include "columns/string_value.h"

namespace engine::operators {
namespace {

using columns::Int128;
using columns::Storage;
using Unsigned128 = unsigned __int128;

constexpr int bits_of_word = 64;

Int128 number_at(columns::Vector values, int64_t row) {
  switch (values.storage) {
    case Storage::uint8:
      return values.values<uint8_t>()[row];
    case Storage::int32:
      return values.values<int32_t>()[row];
    case Storage::int64:
      return values.values<int64_t>()[row];
    case Storage::int128:
      return values.values<Int128>()[row];
    case Storage::string:
      break;
  }
  std::unreachable();
}

// What rows are compared by, one after the other: words of packed numbers, or texts.
struct Key {
  std::vector<uint64_t> words = {};  // by row; empty: texts
  const columns::StringValue* texts = nullptr;
  bool descending = false;  // of texts; numbers are turned round when they are packed
  int used_bits = 0;        // of the words
};

class Keys {
 public:
  explicit Keys(int64_t row_count) : row_count_(row_count) {}

  void add_texts(columns::Vector values, bool descending) {
    keys_.push_back({.texts = values.values<columns::StringValue>(), .descending = descending});
  }

  void add_numbers(columns::Vector values, bool descending) {
    Int128 low = number_at(values, 0);
    Int128 high = low;
    for (int64_t row = 1; row < row_count_; ++row) {
      low = std::min(low, number_at(values, row));
      high = std::max(high, number_at(values, row));
    }
    auto span = static_cast<Unsigned128>(high) - static_cast<Unsigned128>(low);
    auto distance = [&](int64_t row) {
      auto value = static_cast<Unsigned128>(number_at(values, row));
      return descending ? static_cast<Unsigned128>(high) - value
                        : value - static_cast<Unsigned128>(low);
    };
    int bits = bit_width(span);
    if (bits > bits_of_word) {
      add_word(bits - bits_of_word,
               [&](int64_t row) { return static_cast<uint64_t>(distance(row) >> bits_of_word); });
      bits = bits_of_word;
    }
    add_word(bits, [&](int64_t row) { return static_cast<uint64_t>(distance(row)); });
  }

  // Whether row a comes before row b.
  bool operator()(int32_t a, int32_t b) const {
    for (const Key& key : keys_) {
      if (key.texts == nullptr) {
        if (key.words[a] != key.words[b]) return key.words[a] < key.words[b];
      } else {
        std::strong_ordering order = key.texts[a] <=> key.texts[b];
        if (order != 0) return (order < 0) != key.descending;
      }
    }
    return a < b;
  }

 private:
  static int bit_width(Unsigned128 value) {
    auto high = static_cast<uint64_t>(value >> bits_of_word);
    return high != 0 ? bits_of_word + std::bit_width(high)
                     : std::bit_width(static_cast<uint64_t>(value));
  }

  // Puts numbers of so many bits behind those of the last word, or into a new one.
  template <class Number>
  void add_word(int bits, const Number& number) {
    if (bits == 0) return;
    bool fits = !keys_.empty() && keys_.back().texts == nullptr &&
                keys_.back().used_bits + bits <= bits_of_word;
    if (!fits) keys_.push_back({.words = std::vector<uint64_t>(row_count_)});
    Key& key = keys_.back();
    for (int64_t row = 0; row < row_count_; ++row) {
      // A shift by all bits would be undefined; a word that has none yet is 0.
      key.words[row] = (bits == bits_of_word ? 0 : key.words[row] << bits) | number(row);
    }
    key.used_bits += bits;
  }

  int64_t row_count_;
  std::vector<Key> keys_;
};

}  // namespace

std::vector<int32_t> sorted_rows(const Relation& relation, const std::vector<SortColumn>& columns,
                                 std::optional<int64_t> limit) {
  if (relation.row_count > std::numeric_limits<int32_t>::max()) {
    throw std::length_error("more than 2^31 - 1 rows to sort");
  }
  std::vector<int32_t> rows(relation.row_count);
  std::iota(rows.begin(), rows.end(), 0);
  int64_t count = std::min(limit.value_or(relation.row_count), relation.row_count);
  if (count > 0) {
    Keys before(relation.row_count);
    for (const SortColumn& column : columns) {
      columns::Vector values = relation.columns[column.position];
      if (values.storage == Storage::string) {
        before.add_texts(values, column.descending);
      } else {
        before.add_numbers(values, column.descending);
      }
    }
    if (count == relation.row_count) {
      std::ranges::sort(rows, std::cref(before));
    } else {
      std::ranges::partial_sort(rows, rows.begin() + count, std::cref(before));
    }
  }
  rows.resize(count);
  return rows;
}

}  // namespace engine::operators
