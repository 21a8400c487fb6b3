// Reading texts code point by code point.
#include "plan/names.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

namespace engine::plan {
namespace {

struct CodePoint {
  char32_t value;
  std::size_t bytes;
};

// How a code point of so many bytes is written: what its first byte begins with, how many bits that
// leaves, and the least value that needs so many bytes.
struct Form {
  unsigned char first;
  int bits;
  char32_t least;
};
constexpr std::array forms = {Form{0x00, 7, 0x0}, Form{0xc0, 5, 0x80}, Form{0xe0, 4, 0x800},
                              Form{0xf0, 3, 0x10000}};
constexpr unsigned char following = 0x80;
constexpr int bits_of_following = 6;
constexpr char32_t first_surrogate = 0xd800;
constexpr char32_t last_surrogate = 0xdfff;
constexpr char32_t last_code_point = 0x10ffff;

// Whether the byte is the prefix and then so many bits of any value.
bool begins_with(unsigned char byte, unsigned char prefix, int bits) {
  unsigned char mask = static_cast<unsigned char>(0xff << bits);
  return (byte & mask) == prefix;
}

// The first one; nothing when it is not well formed. Requires: not empty.
std::optional<CodePoint> first_of(std::string_view text) {
  auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  for (std::size_t more = 0; more < forms.size(); ++more) {
    const Form& form = forms[more];
    if (!begins_with(byte(0), form.first, form.bits)) continue;
    if (text.size() <= more) return std::nullopt;
    char32_t value = static_cast<unsigned char>(byte(0) ^ form.first);
    for (std::size_t i = 1; i <= more; ++i) {
      if (!begins_with(byte(i), following, bits_of_following)) return std::nullopt;
      value = value << bits_of_following | static_cast<unsigned char>(byte(i) ^ following);
    }
    bool is_surrogate = value >= first_surrogate && value <= last_surrogate;
    if (value < form.least || is_surrogate || value > last_code_point) return std::nullopt;
    return CodePoint{value, more + 1};
  }
  return std::nullopt;
}

struct Span {
  char32_t first;
  char32_t last;
};
// Controls, ends of lines, and what turns the direction of writing round.
constexpr std::array hidden = {Span{0x00, 0x1f}, Span{0x7f, 0x9f}, Span{0x2028, 0x202e},
                               Span{0x2066, 0x2069}};

bool is_hidden(char32_t value) {
  return std::ranges::any_of(
      hidden, [=](const Span& span) { return value >= span.first && value <= span.last; });
}

// What stands between names where plans are printed.
constexpr std::array<std::string_view, 15> words = {"and",  "as",  "build", "by",   "day",
                                                    "desc", "in",  "join",  "like", "limit",
                                                    "mark", "not", "on",    "or",   "where"};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

bool is_name(std::string_view text) {
  if (text.empty()) return false;
  while (!text.empty()) {
    std::optional<CodePoint> first = first_of(text);
    if (!first || first->value == 0) return false;
    text.remove_prefix(first->bytes);
  }
  return true;
}

std::string quoted(std::string_view text, char quote) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string result(1, quote);
  while (!text.empty()) {
    std::optional<CodePoint> first = first_of(text);
    std::string_view bytes = text.substr(0, first ? first->bytes : 1);
    text.remove_prefix(bytes.size());
    if (!first || is_hidden(first->value)) {
      for (char c : bytes) {
        auto byte = static_cast<unsigned char>(c);
        result += {'\\', 'x', digits[byte / digits.size()], digits[byte % digits.size()]};
      }
      continue;
    }
    if (bytes[0] == quote || bytes[0] == '\\') result += '\\';
    result += bytes;
  }
  return result += quote;
}

std::string name_text(std::string_view name) {
  bool is_plain = !name.empty() && is_letter(name[0]) &&
                  std::ranges::all_of(name, [](char c) { return is_letter(c) || is_digit(c); }) &&
                  std::ranges::find(words, name) == words.end();
  return is_plain ? std::string(name) : quoted(name, '"');
}

}  // namespace engine::plan
