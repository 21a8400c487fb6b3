// Reading batches field by field.
#include "hosts/arrow_text.h"

#include <fmt/format.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>

#include "arrow/c_data_interface.h"

namespace host {
namespace {

__extension__ using Int128 = __int128;

template <class Struct>
struct Released {
  Struct value = {};
  ~Released() {
    if (value.release != nullptr) value.release(&value);
  }
};

template <class Value>
Value value_at(const ArrowArray& array, int64_t row) {
  Value value;
  const char* values = static_cast<const char*>(array.buffers[1]);
  std::memcpy(&value, values + (array.offset + row) * static_cast<int64_t>(sizeof value),
              sizeof value);
  return value;
}

std::string digits(Int128 value) {
  std::string text;
  for (; text.empty() || value != 0; value /= 10) {
    text.insert(text.begin(), static_cast<char>('0' + static_cast<int>(value % 10)));
  }
  return text;
}

// Rounded half away from zero to two places; integers of 128 bits come as decimals without any.
std::string decimal_text(Int128 value, int scale) {
  constexpr int places = 2;
  std::string sign = value < 0 ? "-" : "";
  Int128 magnitude = value < 0 ? -value : value;
  if (scale == 0) return sign + digits(magnitude);
  Int128 divisor = 1;
  for (int place = places; place < scale; ++place) divisor *= 10;
  for (int place = scale; place < places; ++place) magnitude *= 10;
  Int128 cents = magnitude / divisor + (magnitude % divisor * 2 >= divisor ? 1 : 0);
  if (cents == 0) sign.clear();
  std::string text = digits(cents);
  if (text.size() <= places) text.insert(0, places + 1 - text.size(), '0');
  return sign + text.insert(text.size() - places, 1, '.');
}

std::string date_text(int32_t days) {
  std::chrono::year_month_day day = std::chrono::sys_days(std::chrono::days(days));
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(day.year()),
                     static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()));
}

std::string_view text_at(const ArrowArray& array, int64_t row) {
  auto start = value_at<int32_t>(array, row);
  auto end = value_at<int32_t>(array, row + 1);
  return {static_cast<const char*>(array.buffers[2]) + start,
          static_cast<std::size_t>(end - start)};
}

std::string_view without_blanks(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

std::string field_text(const ArrowSchema& schema, const ArrowArray& array, int64_t row) {
  std::string_view format = schema.format;
  int64_t integer = 0;
  if (format == "C") integer = value_at<uint8_t>(array, row);
  if (format == "i" || format == "tdD") integer = value_at<int32_t>(array, row);
  if (format == "l") integer = value_at<int64_t>(array, row);
  if (schema.dictionary != nullptr) {
    return std::string(without_blanks(text_at(*array.dictionary, integer)));
  }
  if (format == "C" || format == "i" || format == "l") return fmt::format("{}", integer);
  if (format == "tdD") return date_text(static_cast<int32_t>(integer));
  if (format == "u") return std::string(without_blanks(text_at(array, row)));
  if (format.starts_with("d:")) {
    int scale = std::stoi(std::string(format.substr(format.find(',') + 1)));
    return decimal_text(value_at<Int128>(array, row), scale);
  }
  throw std::runtime_error(fmt::format(
      "column {} has the format {}; expected C, i, l, d:P,S, tdD or u", schema.name, format));
}

}  // namespace

std::string take_canonical_text(const LoadedEngine& engine, engine_plan* plan) {
  std::string text;
  while (true) {
    Released<ArrowArray> array;
    Released<ArrowSchema> schema;
    int64_t rows = engine.plan_next(plan, &array.value, &schema.value);
    if (rows < 0) throw std::runtime_error(engine.last_error());
    if (rows == 0) return text;
    for (int64_t row = 0; row < rows; ++row) {
      for (int64_t c = 0; c < schema.value.n_children; ++c) {
        if (c > 0) text += '|';
        text += field_text(*schema.value.children[c], *array.value.children[c], row);
      }
      text += '\n';
    }
  }
}

}  // namespace host
