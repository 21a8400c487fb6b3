// What is given to a linker together: objects, and archives with their members, read and named.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "elf/archive.h"
#include "elf/object_file.h"

namespace ltoscope::audit {

struct LinkerInput {
  std::string file;
  std::optional<elf::Archive> archive;                // nothing: an object by itself
  std::shared_ptr<const elf::MappedFile> plain_file;  // of such an object
};

struct InputMember {
  std::string label;      // "libx.a(y.o)", or the path of an object by itself
  std::string name;       // within the archive
  std::size_t input = 0;  // index of what it belongs to
  uint64_t header_offset = 0;
  elf::ObjectFile object;
  std::optional<std::string> missing;  // why nothing of it is known
};

// Members stay where they are: symbols' names and messages point to labels and mapped bytes.
struct LinkerInputs {
  std::vector<LinkerInput> inputs;
  std::deque<InputMember> members;
};

// Whether the file is an archive, a relocatable object or bitcode, by its first bytes. A file that
// cannot be read is none.
bool is_linker_input(const std::filesystem::path& path);

// Throws Failure(bad_input) for what is missing, unreadable or broken.
LinkerInputs read_linker_inputs(const std::vector<std::string>& paths);

}  // namespace ltoscope::audit
