// One way of reading for each meaning.
#include "columns/field_parser.h"

#include <cassert>
#include <charconv>
#include <chrono>
#include <limits>
#include <optional>
#include <utility>

namespace engine::columns {
namespace {

// All of the text as decimal digits, with a sign where that is allowed.
std::optional<int64_t> integer_of(std::string_view text) {
  int64_t value;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<int64_t> unsigned_of(std::string_view text) {
  if (text.starts_with('-')) return std::nullopt;
  return integer_of(text);
}

// "-12.5" with a scale of 2 is -1250. Digits are needed on both sides of a point.
std::optional<int64_t> decimal_of(std::string_view text, int scale) {
  bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  std::size_t point = text.find('.');
  std::optional<int64_t> value = unsigned_of(text.substr(0, point));
  if (!value) return std::nullopt;
  std::string_view places = point == text.npos ? "0" : text.substr(point + 1);
  if (!unsigned_of(places)) return std::nullopt;
  if (point == text.npos) places = "";
  if (std::ssize(places) > scale) return std::nullopt;
  for (int place = 0; place < scale; ++place) {
    int digit = place < std::ssize(places) ? places[place] - '0' : 0;
    if (__builtin_mul_overflow(*value, 10, &*value) ||
        __builtin_add_overflow(*value, digit, &*value)) {
      return std::nullopt;
    }
  }
  return negative ? -*value : *value;
}

// YYYY-MM-DD, as days since 1970-01-01.
std::optional<int64_t> date_of(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
  std::optional<int64_t> year = unsigned_of(text.substr(0, 4));
  std::optional<int64_t> month = unsigned_of(text.substr(5, 2));
  std::optional<int64_t> day = unsigned_of(text.substr(8, 2));
  if (!year || !month || !day) return std::nullopt;
  std::chrono::year_month_day date(std::chrono::year(static_cast<int>(*year)),
                                   std::chrono::month(static_cast<unsigned>(*month)),
                                   std::chrono::day(static_cast<unsigned>(*day)));
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date).time_since_epoch().count();
}

template <class Value>
bool store_in(Column& column, int64_t value, int64_t row) {
  if (!std::in_range<Value>(value)) return false;
  column.writable_values<Value>()[row] = static_cast<Value>(value);
  return true;
}

std::string expected_word(const Dictionary& dictionary) {
  constexpr int64_t most_listed = 8;
  if (dictionary.size() > most_listed) {
    return "one of " + std::to_string(dictionary.size()) + " words such as \"" +
           dictionary.word(0) + '"';
  }
  std::string text = "one of";
  for (int64_t code = 0; code < dictionary.size(); ++code) {
    text += (code == 0 ? " \"" : ", \"") + dictionary.word(code) + '"';
  }
  return text;
}

}  // namespace

FieldParser::FieldParser(Column& column) : column_(column) {
  assert(column.type().storage != Storage::int128);
}

bool FieldParser::parse(std::string_view field, int64_t row) {
  std::optional<int64_t> value;
  switch (column_.type().meaning) {
    case Meaning::integer:
      value = integer_of(field);
      break;
    case Meaning::decimal:
      value = decimal_of(field, column_.type().scale);
      break;
    case Meaning::date:
      value = date_of(field);
      break;
    case Meaning::word:
      value = column_.type().dictionary->find(field);
      break;
    case Meaning::text:
      if (field.size() > std::numeric_limits<uint32_t>::max()) return false;
      column_.writable_values<StringValue>()[row] = heap_->add(field);
      return true;
  }
  return value && store(*value, row);
}

bool FieldParser::store(int64_t value, int64_t row) {
  switch (column_.type().storage) {
    case Storage::uint8:
      return store_in<uint8_t>(column_, value, row);
    case Storage::int32:
      return store_in<int32_t>(column_, value, row);
    case Storage::int64:
      return store_in<int64_t>(column_, value, row);
    case Storage::int128:
    case Storage::string:
      break;
  }
  std::unreachable();
}

std::string FieldParser::expected() const {
  const Type& type = column_.type();
  std::string bits = std::to_string(8 * bytes_per_value(type.storage));
  switch (type.meaning) {
    case Meaning::integer:
      return "an integer of " + bits + " bits";
    case Meaning::decimal:
      return "a number of " + bits + " bits with at most " + std::to_string(type.scale) +
             " decimals";
    case Meaning::date:
      return "a date YYYY-MM-DD";
    case Meaning::word:
      return expected_word(*type.dictionary);
    case Meaning::text:
      return "a text of less than 4 GiB";
  }
  std::unreachable();
}

void FieldParser::finish() {
  if (column_.type().storage == Storage::string) column_.keep_alive(std::move(heap_));
}

}  // namespace engine::columns
