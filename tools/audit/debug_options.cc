// Three options.
#include "audit/debug_options.h"

namespace ltoscope::audit {

void add_debug_options(CLI::App& verb, elf::DebugFilePlaces& places) {
  CLI::Option* file = verb.add_option_function<std::string>(
      "--debug-file", [&places](const std::string& path) { places.file = path; },
      "The library's separate debug file; it must be of the same build");
  file->type_name("FILE");
  CLI::Option* folder = verb.add_option_function<std::vector<std::string>>(
      "--debug-dir",
      [&places](const std::vector<std::string>& paths) {
        places.folders.assign(paths.begin(), paths.end());
      },
      "Folder with debug files by build id or name, looked at before /usr/lib/debug; may be "
      "repeated");
  folder->type_name("FOLDER")->allow_extra_args(false);
  verb.add_flag("--no-debug", places.none, "Look for no debug file, and read no debug information")
      ->excludes(file)
      ->excludes(folder);
}

}  // namespace ltoscope::audit
