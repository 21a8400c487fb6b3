// Numbers with units.
#include "decide/limits.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "command/failure.h"

namespace ltoscope::decide {
namespace {

[[noreturn]] void refuse(std::string_view text, std::string_view expected) {
  throw Failure(ExitCode::bad_input,
                fmt::format("the limit is \"{}\", expected {}", text, expected));
}

// The number at the start of the text; `unit` becomes what follows it.
double leading_number(std::string_view text, std::string_view expected, std::string_view& unit) {
  double number = 0;
  const auto [end, problem] =
      std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (problem != std::errc() || !std::isfinite(number) || number <= 0) refuse(text, expected);
  unit = text.substr(static_cast<std::size_t>(end - text.data()));
  return number;
}

}  // namespace

Limit parse_seconds_limit(std::string_view text) {
  constexpr std::string_view expected =
      "a multiple of the baseline such as 2x, or seconds such as 90s";
  std::string_view unit;
  double number = leading_number(text, expected, unit);
  if (unit == "x") return {number, true};
  if (unit.empty() || unit == "s") return {number, false};
  refuse(text, expected);
}

Limit parse_bytes_limit(std::string_view text) {
  constexpr std::string_view expected =
      "a multiple of the baseline such as 2x, or bytes such as 8GiB";
  std::string_view unit;
  double number = leading_number(text, expected, unit);
  if (unit == "x") return {number, true};
  std::string_view prefix = unit.substr(0, 1);
  std::string_view rest = unit.size() > 1 ? unit.substr(1) : "";
  if (unit.empty() || unit == "B") return {number, false};
  if (rest != "" && rest != "B" && rest != "iB") refuse(text, expected);
  if (prefix == "K") return {number * 0x1p10, false};
  if (prefix == "M") return {number * 0x1p20, false};
  if (prefix == "G") return {number * 0x1p30, false};
  refuse(text, expected);
}

}  // namespace ltoscope::decide
