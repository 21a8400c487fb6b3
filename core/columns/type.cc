// Making types, and looking words up.
#include "columns/type.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <limits>
#include <utility>

namespace engine::columns {

Dictionary::Dictionary(std::vector<std::string> words) : words_(std::move(words)) {
  assert(std::ranges::adjacent_find(words_, std::greater_equal<>()) == words_.end());
}

const std::string& Dictionary::word(int64_t code) const {
  assert(code >= 0 && code < size());
  return words_[code];
}

int64_t Dictionary::code_of(std::string_view word) const {
  std::optional<int64_t> code = find(word);
  assert(code);
  return *code;
}

std::optional<int64_t> Dictionary::find(std::string_view word) const {
  auto found = std::ranges::lower_bound(words_, word);
  if (found == words_.end() || *found != word) return std::nullopt;
  return found - words_.begin();
}

Type integer(Storage storage) { return {.storage = storage, .meaning = Meaning::integer}; }

Type decimal(Storage storage, int scale) {
  return {.storage = storage, .meaning = Meaning::decimal, .scale = scale};
}

Type date_type() { return {.storage = Storage::int32, .meaning = Meaning::date}; }

Type words(Storage storage, std::shared_ptr<const Dictionary> dictionary) {
  [[maybe_unused]] constexpr int64_t uint8_codes = std::numeric_limits<uint8_t>::max() + 1;
  assert(storage == Storage::int32 || storage == Storage::uint8);
  assert(storage != Storage::uint8 || dictionary->size() <= uint8_codes);
  return {.storage = storage, .meaning = Meaning::word, .dictionary = std::move(dictionary)};
}

Type text_type() { return {.storage = Storage::string, .meaning = Meaning::text}; }

int64_t bytes_per_value(Storage storage) {
  switch (storage) {
    case Storage::uint8:
      return sizeof(uint8_t);
    case Storage::int32:
      return sizeof(int32_t);
    case Storage::int64:
      return sizeof(int64_t);
    case Storage::int128:
      return sizeof(Int128);
    case Storage::string:
      return sizeof(StringValue);
  }
  std::unreachable();
}

}  // namespace engine::columns
