// Archives of ar: which members they hold, where the bytes of each are, and what their symbol index
// claims. GNU archives, thin ones (members are paths) and BSD names and indexes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "elf/mapped_file.h"

namespace ltoscope::elf {

struct ArchiveMember {
  std::string name;        // of a thin archive: the path that it holds
  uint64_t header_offset;  // what the index names the member by
  std::span<const std::byte> bytes;
  // Why there are no bytes: the file that a thin archive names cannot be read.
  std::optional<std::string> missing;
};

struct ArchiveIndexEntry {
  std::string_view symbol;
  uint64_t member_offset;
};

struct Archive {
  // The archive, then the files that it names; what members and index point into.
  std::vector<std::shared_ptr<const MappedFile>> files;
  bool thin = false;
  std::vector<ArchiveMember> members;  // in their order; indexes and names left out
  std::optional<std::vector<ArchiveIndexEntry>> index;  // nothing: the archive has none
};

bool has_archive_magic(std::span<const std::byte> file);

// Throws Failure(bad_input), with the offset, for what is no archive or a broken one. A missing
// file of a thin archive is told by its member.
Archive read_archive(const std::filesystem::path& path);

}  // namespace ltoscope::elf
