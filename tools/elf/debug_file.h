// Where the debug information and the symbols of a library are when the library was stripped of
// them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "elf/image.h"
#include "elf/symbols.h"

namespace ltoscope::elf {

// What the caller said of where to look.
struct DebugFilePlaces {
  std::optional<std::filesystem::path> file;   // this and no other
  std::vector<std::filesystem::path> folders;  // searched before /usr/lib/debug, in their order
  bool none = false;                           // nowhere: what the library itself holds is all
};

struct DebugFile {
  std::optional<Image> image;  // sections alone
  std::string found_by;        // "given", "build id", "debug link"; empty when nothing was
  // Why a file that was there was not taken: "PATH: found build id X, expected Y".
  std::vector<std::string> passed_over;
};

// The separate debug file of image. In this order: the one given; FOLDER/.build-id/ab/cdef.debug;
// the name in .gnu_debuglink beside the library, in .debug beside it, and below each folder.
// Whatever is taken has the library's build id; where the library has none, the checksum that the
// link holds. Throws Failure(bad_input) for a given file that is unreadable or of another build.
DebugFile find_debug_file(const Image& image, const DebugFilePlaces& places);

// The file that dwz moved what several debug files share into: named by .gnu_debugaltlink of debug,
// with a build id that is verified. `expected` tells whether debug names one at all.
struct AlternateFile {
  bool expected = false;
  DebugFile file;
};
AlternateFile find_alternate_file(const Image& debug, const DebugFilePlaces& places);

struct SeparateSymbols {
  std::optional<Image> holder;                 // the names of symbols lie in its file
  std::optional<std::vector<Symbol>> symbols;  // nothing when there is no table anywhere
  std::string source;                          // "/usr/lib/debug/.../x.debug", "mini debug info"
  std::vector<std::string> passed_over;
};

// The full symbol table of a library that has none itself: out of its debug file, else out of its
// mini debug info.
SeparateSymbols find_separate_symbols(const Image& image, const DebugFilePlaces& places);

}  // namespace ltoscope::elf
