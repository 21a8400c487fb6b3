// Versions that a library wants of others, as the loader compares them when it loads the library:
// "GLIBC_2.34 of libc.so.6".
#pragma once

#include <string_view>
#include <vector>

#include "elf/dynamic.h"
#include "elf/image.h"

namespace ltoscope::elf {

struct VersionNeed {
  std::string_view library;  // as in NEEDED
  std::string_view version;
  bool weak = false;  // the loader does not refuse a library that lacks it
};

// In file order. Empty when the library wants none.
std::vector<VersionNeed> read_version_needs(const Image& image, const Dynamic& dynamic);

}  // namespace ltoscope::elf
