// The mark is a file that names the project; a lock on it is the hold.
#include "buildcost/work_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "buildcost/text_file.h"
#include "command/failure.h"
#include "command/output.h"

namespace ltoscope::buildcost {
namespace {

namespace fs = std::filesystem;

constexpr char mark_name[] = "ltoscope-cost.txt";

std::string mark_of(const fs::path& project) {
  return "Work folder of ltoscope: it may be deleted, and what is in it may change at any "
         "time.\nproject: " +
         fs::canonical(project).string() + "\n";
}

}  // namespace

fs::path source_copy_in(const fs::path& work) {
  return fs::weakly_canonical(fs::absolute(work)) / "source";
}

fs::path logs_in(const fs::path& work) { return fs::weakly_canonical(fs::absolute(work)) / "logs"; }

fs::path build_folder_in(const fs::path& work, const std::string& preset) {
  if (preset.empty() || preset == "." || preset == "..") {
    throw Failure(ExitCode::bad_input,
                  fmt::format("found the preset name \"{}\", expected a name", preset));
  }
  std::string name;
  for (char c : preset) name += c == '/' ? std::string("%2F") : std::string(1, c);
  return fs::weakly_canonical(fs::absolute(work)) / "build" / name;
}

WorkFolder::WorkFolder(const fs::path& work, const fs::path& project) {
  try {
    fs::path mark = work / mark_name;
    if (!fs::exists(mark)) {
      if (fs::exists(work) && !(fs::is_directory(work) && fs::is_empty(work))) {
        throw Failure(ExitCode::bad_input,
                      fmt::format("{}: found something else, expected no folder, an empty one, "
                                  "or the work folder of an earlier run",
                                  work.string()));
      }
      fs::create_directories(work);
      write_file_whole(mark, mark_of(project));
    }
    if (text_of(mark) != mark_of(project)) {
      throw Failure(ExitCode::bad_input,
                    fmt::format("{}: found the work folder of another project, expected that of {}",
                                work.string(), fs::canonical(project).string()));
    }
    fs::create_directories(source_copy_in(work));
    fs::create_directories(logs_in(work));
    descriptor_ = ::open(mark.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor_ < 0) {
      throw Failure(ExitCode::bad_input,
                    fmt::format("{}: cannot open: {}", mark.string(), ::strerror(errno)));
    }
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
      ::close(descriptor_);
      throw Failure(ExitCode::incomplete,
                    fmt::format("{}: in use by another run of ltoscope", work.string()));
    }
  } catch (const fs::filesystem_error& error) {
    throw Failure(ExitCode::bad_input, fmt::format("{}: cannot make the work folder: {}",
                                                   work.string(), error.code().message()));
  }
}

WorkFolder::~WorkFolder() { ::close(descriptor_); }

}  // namespace ltoscope::buildcost
