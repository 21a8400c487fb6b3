// For fuzzers of readers that open their input by its path.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace ltoscope::elf {

// Writes the bytes to a file of this process in $TMPDIR, over those of the call before. What else
// is in that folder can be named by the bytes: members of thin archives.
inline std::string spoiled_file(const uint8_t* data, std::size_t size) {
  static const std::string path =
      std::filesystem::temp_directory_path() / fmt::format("input-{}", getpid());
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  file.close();
  if (!file) std::abort();
  return path;
}

}  // namespace ltoscope::elf
