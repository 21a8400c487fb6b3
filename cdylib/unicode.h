// Text between UTF-8, which the library speaks, and UTF-16, which a JVM does. JNI's own functions
// for UTF-8 mean a variant of it that writes NUL and what is above U+FFFF in another way.
#pragma once

#include <string>
#include <string_view>

namespace cdylib {

// Each byte that is not part of a well-formed sequence becomes U+FFFD.
std::u16string utf16_of(std::string_view utf8);

// A surrogate without its other half becomes U+FFFD.
std::string utf8_of(std::u16string_view utf16);

}  // namespace cdylib
