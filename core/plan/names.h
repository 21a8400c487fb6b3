// What a name may be, and how names and texts are written on one line.
#pragma once

#include <string>
#include <string_view>

namespace engine::plan {

// UTF-8, not empty, without NUL.
bool is_name(std::string_view text);

// Between quotes. A quote or a backslash within gets a backslash before it; what would not show, or
// would end or turn the line round, is written byte by byte as \x0a, as is what is not UTF-8.
std::string quoted(std::string_view text, char quote);

// As it is; in double quotes when it would read as something else than a name.
std::string name_text(std::string_view name);

}  // namespace engine::plan
