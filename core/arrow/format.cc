// Writing format strings, and reading them.
#include "arrow/format.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace engine::arrow {
namespace {

using columns::Meaning;
using columns::Storage;

int digits_of(Storage storage) {
  switch (storage) {
    case Storage::uint8:
      return 3;
    case Storage::int32:
      return 10;
    case Storage::int64:
      return 19;
    case Storage::int128:
      return most_digits;
    case Storage::string:
      break;
  }
  std::unreachable();
}

std::string decimal_format(Storage storage, int scale) {
  int precision = std::max(digits_of(storage), scale);
  return "d:" + std::to_string(precision) + "," + std::to_string(scale);
}

std::string integer_format(Storage storage) {
  switch (storage) {
    case Storage::uint8:
      return "C";
    case Storage::int32:
      return "i";
    case Storage::int64:
      return "l";
    case Storage::int128:
      return decimal_format(storage, 0);
    case Storage::string:
      break;
  }
  std::unreachable();
}

// Takes a number off the front; nothing when there is none.
std::optional<int> take_number(std::string_view& text) {
  int number;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(end - text.data());
  return number;
}

bool take(std::string_view& text, std::string_view front) {
  if (!text.starts_with(front)) return false;
  text.remove_prefix(front.size());
  return true;
}

// "d:P,S", or "d:P,S,B" when values do not have 128 bits.
std::optional<Format> parse_decimal(std::string_view text) {
  constexpr int bits_per_byte = 8;
  if (!take(text, "d:")) return std::nullopt;
  std::optional<int> precision = take_number(text);
  if (!precision || !take(text, ",")) return std::nullopt;
  std::optional<int> scale = take_number(text);
  std::optional<int> bits = 128;
  if (take(text, ",")) bits = take_number(text);
  if (!scale || !bits || !text.empty()) return std::nullopt;
  if (*precision < 1 || *precision > most_digits || *scale < 0 || *scale > *precision) {
    return std::nullopt;
  }
  if (*bits != 32 && *bits != 64 && *bits != 128) return std::nullopt;
  return Format{Encoding::decimal, *bits / bits_per_byte, *scale};
}

constexpr struct {
  std::string_view name;
  Format format;
} fixed_formats[] = {
    {"c", {Encoding::signed_integer, 1}}, {"C", {Encoding::unsigned_integer, 1}},
    {"s", {Encoding::signed_integer, 2}}, {"S", {Encoding::unsigned_integer, 2}},
    {"i", {Encoding::signed_integer, 4}}, {"I", {Encoding::unsigned_integer, 4}},
    {"l", {Encoding::signed_integer, 8}}, {"L", {Encoding::unsigned_integer, 8}},
    {"tdD", {Encoding::days, 4}},         {"tdm", {Encoding::milliseconds, 8}},
    {text_format, {Encoding::text, 4}},   {"U", {Encoding::text, 8}},
    {"vu", {Encoding::text_view, 0}},
};

}  // namespace

std::string format_of(const columns::Type& type) {
  switch (type.meaning) {
    case Meaning::integer:
    case Meaning::word:
      return integer_format(type.storage);
    case Meaning::decimal:
      return decimal_format(type.storage, type.scale);
    case Meaning::date:
      return "tdD";
    case Meaning::text:
      return std::string(text_format);
  }
  std::unreachable();
}

bool is_integer(const Format& format) {
  return format.encoding == Encoding::signed_integer ||
         format.encoding == Encoding::unsigned_integer;
}

bool is_text(const Format& format) {
  return format.encoding == Encoding::text || format.encoding == Encoding::text_view;
}

std::optional<Format> parse_format(std::string_view format) {
  for (const auto& [name, fixed] : fixed_formats) {
    if (name == format) return fixed;
  }
  return parse_decimal(format);
}

}  // namespace engine::arrow
