// Symbols as people read them.
#pragma once

#include <string>

namespace ltoscope::audit {

// "engine::run(int)" for a mangled C++ name; any other text as it is.
std::string demangled(const std::string& symbol);

}  // namespace ltoscope::audit
