// Which function, file and line code addresses belong to, and through which inlined calls they came
// there. All addresses of a library at once: each unit is walked once.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dwarf/debug_info.h"

namespace ltoscope::dwarf {

struct Function {
  std::string linkage_name;  // mangled; empty where the language has none
  std::string name;          // as in the source, without its scopes
  bool operator==(const Function&) const = default;

  // The linkage name, else the name: one function, one of these.
  std::string_view key() const { return linkage_name.empty() ? name : linkage_name; }
};

struct CompileUnit {
  std::string name;
  std::string producer;  // "GNU C++17 12.2.0 -O2 ..."
};

// A function as a frame of the source's calls. Frames are shared: all addresses in one inlined call
// have the same.
struct Frame {
  uint32_t function;  // index into functions
  std::optional<uint32_t>
      outer;  // the frame that it was inlined into; nothing: it is a function of its own
  std::optional<uint32_t> call_file;  // of the inlined call, which stands in the outer frame
  uint32_t call_line = 0;             // 0: not known
};

struct Attribution {
  std::optional<uint32_t>
      unit;  // nothing: no unit claims the address, as between functions and in stubs of the linker
  std::optional<uint32_t> frame;  // the innermost; nothing: no function does
  std::optional<uint32_t> file;   // of the instruction's own line, in the innermost frame
  uint32_t line = 0;              // 0: not known
};

struct Attributions {
  std::vector<Attribution> of;  // of[i] is that of addresses[i]
  std::vector<CompileUnit> units;
  std::vector<Frame> frames;
  std::vector<Function> functions;
  std::vector<std::string> files;  // absolute where the compiler said so
  // Why addresses may lack what the library's source has. Empty: nothing is missing.
  std::vector<std::string> incomplete;
};

// Requires: addresses are sorted; they are those of the file, before it is loaded anywhere. Uses
// that many threads; the result does not depend on it. Of addresses that several units claim the
// first in the file has them. Memory grows with addresses and with what is found for them, not with
// the debug information.
Attributions attribute(const DebugInfo& info, std::span<const uint64_t> addresses, int threads);

// One frame of a chain, in words.
struct InlinedFrame {
  const Function* function;
  std::string_view file;  // where in this function the address, or the next inner frame's call, is;
                          // empty: not known
  uint32_t line;          // 0: not known
};
// From the innermost frame to the function that holds the address. Empty when no function does.
std::vector<InlinedFrame> inline_chain(const Attributions& attributions, std::size_t index);

}  // namespace ltoscope::dwarf
