// Tries one place after another, and keeps why a file that was there is not the one.
#include "elf/debug_file.h"

#include <fmt/format.h>
#include <libdeflate.h>

#include <string_view>

#include "command/failure.h"
#include "elf/mini_debug_info.h"
#include "elf/notes.h"
#include "elf/section_bytes.h"

namespace ltoscope::elf {
namespace {

constexpr char global_folder[] = "/usr/lib/debug";

struct DebugLink {
  std::string name;
  uint32_t checksum;
};

uint32_t crc32_of(std::span<const std::byte> bytes) {
  return ::libdeflate_crc32(0, bytes.data(), bytes.size());
}

// A name, its NUL, padding to 4 bytes, and the checksum of that whole file.
std::optional<DebugLink> read_debug_link(const Image& image) {
  std::optional<SectionBytes> section = read_section(image, ".gnu_debuglink");
  if (!section) return std::nullopt;
  ByteReader bytes(image.file->name(), ".gnu_debuglink", section->bytes, image.order);
  std::string name(bytes.text(0));
  return DebugLink{name, bytes.u32((name.size() + 1 + 3) / 4 * 4)};
}

std::vector<std::filesystem::path> all_folders(const DebugFilePlaces& places) {
  std::vector<std::filesystem::path> folders = places.folders;
  folders.emplace_back(global_folder);
  return folders;
}

bool is_file(const std::filesystem::path& path) {
  std::error_code failed;
  return std::filesystem::is_regular_file(path, failed);
}

// Where the file is once links to it have been followed: it is named relative to there.
std::filesystem::path real_folder(const Image& image) {
  std::error_code failed;
  std::filesystem::path real = std::filesystem::canonical(image.file->name(), failed);
  return (failed ? std::filesystem::path(image.file->name()) : real).parent_path();
}

std::optional<std::filesystem::path> path_of_build_id(std::string_view id) {
  constexpr std::size_t folder_digits = 2;
  if (id.size() <= folder_digits) return std::nullopt;
  return std::filesystem::path(".build-id") / id.substr(0, folder_digits) /
         fmt::format("{}.debug", id.substr(folder_digits));
}

std::string other_build(const std::string& file, const std::optional<std::string>& found,
                        std::string_view expected) {
  return fmt::format("{}: found {}, expected build id {}", file,
                     found ? "build id " + *found : "no build id", expected);
}

// Takes the file at path when it is there and is of the build id (or has the checksum where there
// is no id).
bool take(DebugFile& result, const std::filesystem::path& path, const std::string& found_by,
          const std::optional<std::string>& build_id, const std::optional<uint32_t>& checksum) {
  if (!is_file(path)) return false;
  try {
    Image candidate = read_debug_image(std::make_unique<const MappedFile>(path));
    if (build_id) {
      std::optional<std::string> found = read_build_id(candidate);
      if (found != build_id) {
        result.passed_over.push_back(other_build(path.string(), found, *build_id));
        return false;
      }
    } else if (checksum) {
      uint32_t found = crc32_of(candidate.file->bytes());
      if (found != *checksum) {
        result.passed_over.push_back(fmt::format("{}: found checksum {:08x}, expected {:08x}",
                                                 path.string(), found, *checksum));
        return false;
      }
    }
    result.image = std::move(candidate);
    result.found_by = found_by;
    return true;
  } catch (const Failure& failure) {
    result.passed_over.emplace_back(failure.what());
    return false;
  }
}

}  // namespace

DebugFile find_debug_file(const Image& image, const DebugFilePlaces& places) {
  DebugFile result;
  if (places.none) return result;
  std::optional<std::string> build_id = read_build_id(image);
  if (places.file) {
    Image given = read_debug_image(std::make_unique<const MappedFile>(*places.file));
    std::optional<std::string> found = read_build_id(given);
    if (build_id && found != build_id) {
      throw Failure(ExitCode::bad_input, other_build(places.file->string(), found, *build_id));
    }
    result.image = std::move(given);
    result.found_by = "given";
    return result;
  }
  std::vector<std::filesystem::path> folders = all_folders(places);
  std::optional<std::filesystem::path> by_id;
  if (build_id) by_id = path_of_build_id(*build_id);
  if (by_id) {
    for (const std::filesystem::path& folder : folders) {
      if (take(result, folder / *by_id, "build id", build_id, std::nullopt)) return result;
    }
  }
  std::optional<DebugLink> link = read_debug_link(image);
  if (!link || link->name.empty()) return result;
  std::filesystem::path beside = real_folder(image);
  std::vector<std::filesystem::path> candidates = {beside / link->name,
                                                   beside / ".debug" / link->name};
  for (const std::filesystem::path& folder : folders) {
    candidates.push_back(folder / beside.relative_path() / link->name);
  }
  for (const std::filesystem::path& candidate : candidates) {
    // A link may name the library itself, when it was made before the file was moved.
    std::error_code failed;
    if (std::filesystem::equivalent(candidate, image.file->name(), failed)) continue;
    if (take(result, candidate, "debug link", build_id, link->checksum)) return result;
  }
  return result;
}

AlternateFile find_alternate_file(const Image& debug, const DebugFilePlaces& places) {
  AlternateFile result;
  std::optional<SectionBytes> section = read_section(debug, ".gnu_debugaltlink");
  if (!section) return result;
  result.expected = true;
  ByteReader bytes(debug.file->name(), ".gnu_debugaltlink", section->bytes, debug.order);
  std::string_view name = bytes.text(0);
  std::string build_id;
  for (std::byte byte : section->bytes.subspan(name.size() + 1)) {
    build_id += fmt::format("{:02x}", static_cast<int>(byte));
  }
  // An absolute name replaces the folder. What is named so is always looked at, even where no
  // search is wanted: the library's own debug information is in it.
  if (take(result.file, real_folder(debug) / name, "name", build_id, std::nullopt)) return result;
  std::optional<std::filesystem::path> by_id = path_of_build_id(build_id);
  for (const std::filesystem::path& folder : all_folders(places)) {
    if (by_id && take(result.file, folder / *by_id, "build id", build_id, std::nullopt)) break;
    std::filesystem::path by_name = folder / ".dwz" / std::filesystem::path(name).filename();
    if (take(result.file, by_name, "name", build_id, std::nullopt)) break;
  }
  return result;
}

SeparateSymbols find_separate_symbols(const Image& image, const DebugFilePlaces& places) {
  SeparateSymbols result;
  DebugFile debug = find_debug_file(image, places);
  result.passed_over = std::move(debug.passed_over);
  if (debug.image) {
    result.symbols = read_symbol_table(*debug.image);
    if (result.symbols) {
      result.holder = std::move(debug.image);
      result.source = result.holder->file->name();
      return result;
    }
    result.passed_over.push_back(
        fmt::format("{}: found no symbol table, expected one", debug.image->file->name()));
  }
  std::optional<Image> mini = read_mini_debug_info(image);
  if (!mini) return result;
  result.symbols = read_symbol_table(*mini);
  if (!result.symbols) return result;
  result.holder = std::move(mini);
  result.source = "mini debug info";
  return result;
}

}  // namespace ltoscope::elf
