// The build information as lines of text, the same for C and Java callers.
#pragma once

namespace cdylib {

// Lines "key=value". Made at the first call, without allocating, and kept for the life of the
// library, so that the pointer stays good.
//
const char* build_info_text() noexcept;

}  // namespace cdylib
