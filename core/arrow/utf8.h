// Whether bytes are text in UTF-8, which Arrow promises to readers and columns do not.
#pragma once

#include <string_view>

namespace engine::arrow {

// Bytes below 128 alone, which are UTF-8; fast, for this is the usual case.
bool is_ascii(std::string_view text);

// By the Unicode Standard's table of well-formed sequences: shortest forms only, no surrogates,
// nothing above U+10FFFF.
bool is_utf8(std::string_view text);

}  // namespace engine::arrow
