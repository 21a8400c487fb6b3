// Many libraries in one call: files by name, and what lies below folders.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "audit/audit.h"

namespace ltoscope::audit {

// What became of one file.
struct SetEntry {
  std::string file;
  std::optional<Audit> audit;
  std::string refusal;                // why there is no audit
  bool is_debug_information = false;  // and that is why
};

struct LibraryFiles {
  std::vector<std::string> files;  // as given, and those of folders sorted by path
  int64_t passed_over = 0;         // in folders: no linked ELF file, or a second name of one
};

// Files are taken as they are. Below a folder: regular files, not through symbolic links, that are
// ELF shared libraries or executables, each once whatever its hard links. Throws Failure(bad_input)
// for a path that is not there, and for a folder that cannot be read.
LibraryFiles find_libraries(const std::vector<std::string>& paths);

// Audits each file, on options.threads threads together; a file that is refused does not end the
// others. take is called with each entry in the order of the files, one at a time, so that no more
// than a few audits are in memory.
void audit_each(const std::vector<std::string>& files, const AuditOptions& options,
                const std::function<void(std::size_t, SetEntry&&)>& take);

}  // namespace ltoscope::audit
