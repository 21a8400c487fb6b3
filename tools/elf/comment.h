// What compilers and linkers say of themselves in a file (.comment). Strip keeps it by default;
// GNU ld writes nothing of its own.
#pragma once

#include <string>
#include <vector>

#include "elf/image.h"

namespace ltoscope::elf {

// "GCC: (Debian 12.2.0-14) 12.2.0", "Linker: LLD 19.1.7", ...: each once, in file order. Empty when
// the file has no such section, which says nothing of who made it.
std::vector<std::string> read_comment(const Image& image);

}  // namespace ltoscope::elf
