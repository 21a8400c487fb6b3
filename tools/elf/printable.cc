// Control characters in hexadecimal.
#include "elf/printable.h"

#include <fmt/format.h>

namespace ltoscope::elf {

std::string printable(std::string_view name) {
  constexpr unsigned char first_printable = 0x20;
  constexpr unsigned char del = 0x7f;
  std::string text;
  for (unsigned char character : name) {
    if (character < first_printable || character == del) {
      text += fmt::format("\\x{:02x}", character);
    } else {
      text += static_cast<char>(character);
    }
  }
  return text;
}

}  // namespace ltoscope::elf
