// Names from files in messages and labels: one line, whatever bytes they hold.
#pragma once

#include <string>
#include <string_view>

namespace ltoscope::elf {

// Control characters become "\x0a"; all others stay, so that names in UTF-8 do.
std::string printable(std::string_view name);

}  // namespace ltoscope::elf
