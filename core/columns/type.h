// The type of a column: how a value lies in memory, and what it means.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "columns/decimal.h"
#include "columns/string_value.h"

namespace engine::columns {

enum class Storage : uint8_t { uint8, int32, int64, int128, string };

enum class Meaning : uint8_t {
  integer,
  decimal,  // an integer in units of 10^-scale
  date,     // days since 1970-01-01
  word,     // an index into a dictionary
  text,     // a string of its own
};

// The words of a column, each standing for its index. Ascending, so that codes compare as their
// words do.
class Dictionary {
 public:
  // Requires: ascending, without repeats.
  explicit Dictionary(std::vector<std::string> words);

  const std::string& word(int64_t code) const;
  // Requires: the word is in the list.
  int64_t code_of(std::string_view word) const;
  // Nothing when it is not.
  std::optional<int64_t> find(std::string_view word) const;
  int64_t size() const { return std::ssize(words_); }

 private:
  std::vector<std::string> words_;
};

struct Type {
  Storage storage;
  Meaning meaning;
  int scale = 0;                                      // of a decimal
  std::shared_ptr<const Dictionary> dictionary = {};  // of words
};

Type integer(Storage storage);
Type decimal(Storage storage, int scale);
Type date_type();  // int32
// Requires: every code fits the storage, which is uint8 or int32.
Type words(Storage storage, std::shared_ptr<const Dictionary> dictionary);
Type text_type();  // string

int64_t bytes_per_value(Storage storage);

// The storage of a C++ type; a type that no column stores does not compile.
template <class Value>
constexpr Storage storage_of() = delete;
template <>
constexpr Storage storage_of<uint8_t>() {
  return Storage::uint8;
}
template <>
constexpr Storage storage_of<int32_t>() {
  return Storage::int32;
}
template <>
constexpr Storage storage_of<int64_t>() {
  return Storage::int64;
}
template <>
constexpr Storage storage_of<Int128>() {
  return Storage::int128;
}
template <>
constexpr Storage storage_of<StringValue>() {
  return Storage::string;
}

}  // namespace engine::columns
