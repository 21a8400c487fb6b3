// Notes that a linker leaves in the file.
#pragma once

#include <optional>
#include <string>

#include "elf/image.h"

namespace ltoscope::elf {

// The build id in hex, or nothing when the linker wrote none.
std::optional<std::string> read_build_id(const Image& image);

}  // namespace ltoscope::elf
