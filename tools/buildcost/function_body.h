// Finds where the body of a named C or C++ function starts, and inserts there what changes its
// machine code but not what it does. A scanner, not a compiler: it takes a name, balanced
// parentheses and what may stand between them and an opening brace for a definition.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ltoscope::buildcost {

// The offset just behind the brace that opens the body of the one definition of `function`, which
// may be qualified ("engine::tpch::revenue"); namespaces and classes around the definition count as
// qualifiers. `name` is what messages call the file. Throws Failure(bad_input), naming the lines,
// when the source defines none or several.
std::size_t body_start(std::string_view source, const std::string& function,
                       const std::string& name);

// The source with one `nop` instruction at the offset, on the same line, so that no line number
// moves. The mark goes into the program's text too (as an assembler comment): edits with different
// marks are different inputs to any cache, a ThinLTO cache included, though they make the same
// instructions.
std::string with_instruction(std::string_view source, std::size_t offset, int64_t mark);

}  // namespace ltoscope::buildcost
