// Converting one code point after the other.
#include "unicode.h"

#include <array>
#include <cstddef>

namespace cdylib {
namespace {

constexpr char32_t replacement = 0xfffd;
constexpr char32_t first_beyond_16_bits = 0x10000;
constexpr char32_t last_code_point = 0x10ffff;
constexpr char32_t first_high_surrogate = 0xd800;
constexpr char32_t first_low_surrogate = 0xdc00;
constexpr char32_t last_surrogate = 0xdfff;
constexpr int bits_of_surrogate = 10;
constexpr int bits_of_following = 6;
constexpr unsigned char following = 0x80;

// How a code point of one, two, three and four bytes begins, and the least one that needs so many.
struct Form {
  unsigned char first;
  unsigned char mask;
  char32_t least;
};
constexpr std::array forms = {Form{0x00, 0x80, 0}, Form{0xc0, 0xe0, 0x80}, Form{0xe0, 0xf0, 0x800},
                              Form{0xf0, 0xf8, first_beyond_16_bits}};

bool is_surrogate(char32_t value) {
  return value >= first_high_surrogate && value <= last_surrogate;
}
bool is_high(char32_t unit) { return unit >= first_high_surrogate && unit < first_low_surrogate; }
bool is_low(char32_t unit) { return unit >= first_low_surrogate && unit <= last_surrogate; }

// Takes the first code point off the text; one byte and `replacement` when it is not well formed.
// Requires: not empty.
char32_t take_code_point(std::string_view& text) {
  std::string_view rest = text;
  text.remove_prefix(1);
  auto first = static_cast<unsigned char>(rest[0]);
  for (std::size_t more = 0; more < forms.size(); ++more) {
    const Form& form = forms[more];
    if ((first & form.mask) != form.first) continue;
    if (rest.size() <= more) return replacement;
    char32_t value = first & static_cast<unsigned char>(~form.mask);
    for (std::size_t i = 1; i <= more; ++i) {
      auto byte = static_cast<unsigned char>(rest[i]);
      if (byte >> bits_of_following != following >> bits_of_following) return replacement;
      value = value << bits_of_following | static_cast<unsigned char>(byte ^ following);
    }
    if (value < form.least || is_surrogate(value) || value > last_code_point) return replacement;
    text.remove_prefix(more);
    return value;
  }
  return replacement;
}

void append(std::u16string& utf16, char32_t value) {
  if (value < first_beyond_16_bits) {
    utf16 += static_cast<char16_t>(value);
    return;
  }
  value -= first_beyond_16_bits;
  constexpr char32_t low_bits = (char32_t{1} << bits_of_surrogate) - 1;
  utf16 += static_cast<char16_t>(first_high_surrogate + (value >> bits_of_surrogate));
  utf16 += static_cast<char16_t>(first_low_surrogate + (value & low_bits));
}

void append(std::string& utf8, char32_t value) {
  std::size_t more = forms.size() - 1;
  while (value < forms[more].least) --more;
  utf8 += static_cast<char>(forms[more].first | value >> (more * bits_of_following));
  constexpr char32_t low_bits = (1 << bits_of_following) - 1;
  while (more-- > 0) {
    utf8 += static_cast<char>(following | (value >> (more * bits_of_following) & low_bits));
  }
}

}  // namespace

std::u16string utf16_of(std::string_view utf8) {
  std::u16string utf16;
  utf16.reserve(utf8.size());
  while (!utf8.empty()) append(utf16, take_code_point(utf8));
  return utf16;
}

std::string utf8_of(std::u16string_view utf16) {
  std::string utf8;
  utf8.reserve(utf16.size());
  for (std::size_t i = 0; i < utf16.size(); ++i) {
    char32_t value = utf16[i];
    if (is_high(value) && i + 1 < utf16.size() && is_low(utf16[i + 1])) {
      ++i;
      value = first_beyond_16_bits + ((value - first_high_surrogate) << bits_of_surrogate) +
              (utf16[i] - first_low_surrogate);
    }
    append(utf8, is_surrogate(value) ? replacement : value);
  }
  return utf8;
}

}  // namespace cdylib
