// Where an instruction begins, without decoding from the begin of its function.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace ltoscope::audit {

// How far before a position settled_begin looks.
inline constexpr std::size_t settling_bytes = 48;

// The offset of the instruction that holds the byte at position; code is of one function. No
// instruction is longer than 15 bytes, so that one begins at one of any 15 offsets in a row:
// decoding from each of those soon comes to the same instructions, whichever it was. Nothing where
// it does not, or where no way is left that decodes. Requires: settling_bytes <= position.
std::optional<std::size_t> settled_begin(std::span<const std::byte> code, std::size_t position);

}  // namespace ltoscope::audit
