// All debug information of one library, wherever it is: in the library, in a separate file, and in
// what either refers to (an alternate file, split files, a package of those).
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dwarf/dwarf_file.h"
#include "dwarf/package_index.h"
#include "elf/debug_file.h"

namespace ltoscope::dwarf {

// A .dwp file: the sections of many .dwo files one after another.
struct Package {
  DwarfFile file;  // without units: they are read from its parts
  PackageIndex index;
};

struct DebugInfo {
  std::unique_ptr<const DwarfFile> file;  // nothing when there is no debug information
  std::string source;                     // the path of the file that holds it
  std::unique_ptr<const Package> package;
  std::vector<std::filesystem::path>
      split_folders;  // where .dwo files are looked for beside where their names say
  // What is known to be missing, or could not be read, and why. Empty: all is there.
  std::vector<std::string> incomplete;
};

// Requires: image outlives the result. Throws Failure(bad_input) only for a file that places gives
// by name; all else that goes wrong is a reason in `incomplete`.
DebugInfo open_debug_info(const elf::Image& image, const elf::DebugFilePlaces& places);

// A split unit, out of a file of its own or a package. Its file lives as long as this.
struct SplitUnit {
  std::unique_ptr<const DwarfFile> file;
  const Unit* unit;
};

// The unit that skeleton stands for. Throws Failure(incomplete) when it is missing or of another
// build, and Failure(bad_input) when it cannot be read.
SplitUnit open_split_unit(const DebugInfo& info, const Unit& skeleton);

}  // namespace ltoscope::dwarf
