// Magic numbers of the files that end up where a shared library was meant.
#include "elf/file_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace ltoscope::elf {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t looked_at = 512;

struct Magic {
  std::string_view bytes;
  std::string_view meaning;
};

constexpr std::array magics = {
    Magic{"!<arch>\n"sv, "a static archive"},
    Magic{"!<thin>\n"sv, "a thin archive (paths of its members, not their code)"},
    Magic{"BC\xC0\xDE"sv, "LLVM bitcode"},
    Magic{"\xDE\xC0\x17\x0B"sv, "LLVM bitcode in its wrapper"},
    Magic{"MZ"sv, "a Windows PE file"},
    Magic{"\xFE\xED\xFA\xCE"sv, "a Mach-O file"},
    Magic{"\xFE\xED\xFA\xCF"sv, "a Mach-O file"},
    Magic{"\xCE\xFA\xED\xFE"sv, "a Mach-O file"},
    Magic{"\xCF\xFA\xED\xFE"sv, "a Mach-O file"},
    Magic{"\xCA\xFE\xBA\xBE"sv, "a Mach-O universal file or a Java class"},
    Magic{"\0asm"sv, "a WebAssembly module"},
    Magic{"PK\x03\x04"sv, "a zip or jar archive"},
    Magic{"#!"sv, "a script"},
};

bool is_text(std::string_view start) {
  return std::all_of(start.begin(), start.end(), [](unsigned char c) {
    return c >= 0x80 || std::isprint(c) || std::isspace(c);
  });
}

bool is_linker_script(std::string_view text) {
  return text.find("GNU ld script") != text.npos || text.starts_with("INPUT(") ||
         text.starts_with("INPUT (") || text.starts_with("GROUP");
}

}  // namespace

bool has_elf_magic(std::span<const std::byte> file) {
  std::string_view start(reinterpret_cast<const char*>(file.data()), file.size());
  return start.starts_with(
      "\x7f"
      "ELF");
}

std::string describe_foreign_file(std::span<const std::byte> file) {
  std::string_view start(reinterpret_cast<const char*>(file.data()),
                         std::min(file.size(), looked_at));
  for (const Magic& magic : magics) {
    if (start.starts_with(magic.bytes)) return std::string(magic.meaning);
  }
  if (is_linker_script(start)) return "a linker script (text that names the library)";
  if (is_text(start)) return "text";
  std::string bytes;
  for (unsigned char c : start.substr(0, 4)) bytes += fmt::format(" {:02x}", c);
  return fmt::format("unknown data that starts with{}", bytes);
}

}  // namespace ltoscope::elf
