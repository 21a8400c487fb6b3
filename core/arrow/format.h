// Arrow's names for types: short strings such as "i" for integers of 32 bits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "columns/type.h"

namespace engine::arrow {

inline constexpr std::string_view struct_format = "+s";
inline constexpr std::string_view text_format = "u";

// The most digits that a decimal of 128 bits may have.
inline constexpr int most_digits = 38;

// In which format values of this type are exported; of words, their codes. Integers of 128 bits,
// which Arrow does not have, are decimals without decimal places. A decimal gets as many digits as
// its storage can hold, so that every value is valid; but of 128 bits only most_digits are.
std::string format_of(const columns::Type& type);

enum class Encoding : uint8_t {
  signed_integer,
  unsigned_integer,
  decimal,       // a signed integer in units of 10^-scale
  days,          // since 1970-01-01, as a signed integer
  milliseconds,  // since 1970-01-01, as a signed integer
  text,          // the bytes of all values, and where each ends
  text_view,     // 16 bytes for each value, which hold it or say where it is
};

// What arrays of a format hold.
struct Format {
  Encoding encoding;
  int bytes;      // of a number, or of the end of a text
  int scale = 0;  // of a decimal
};

bool is_integer(const Format& format);
bool is_text(const Format& format);

// Nothing for a format that is not imported.
std::optional<Format> parse_format(std::string_view format);

// Which ones are, for messages.
inline constexpr std::string_view imported_formats =
    "an integer (c C s S i I l L), a decimal (d:P,S), a date (tdD tdm) or a text (u U vu)";

}  // namespace engine::arrow
