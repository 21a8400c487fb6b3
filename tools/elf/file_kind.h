// Names what a file is when it is not ELF, so that the message helps whoever passed the wrong one.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace ltoscope::elf {

bool has_elf_magic(std::span<const std::byte> file);

// Requires: !has_elf_magic(file) and file is not empty. "a static archive", "LLVM bitcode", ...
std::string describe_foreign_file(std::span<const std::byte> file);

}  // namespace ltoscope::elf
