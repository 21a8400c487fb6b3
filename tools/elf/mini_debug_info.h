// The symbol table that some distributions leave in stripped files: a small ELF file, packed with
// xz, in a section.
#pragma once

#include <optional>

#include "elf/image.h"

namespace ltoscope::elf {

// That small file, or nothing when there is none. Throws Failure(bad_input) when it is damaged.
std::optional<Image> read_mini_debug_info(const Image& image);

}  // namespace ltoscope::elf
