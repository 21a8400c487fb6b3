// Finds split units: in the package by id, else in the .dwo file that the skeleton names.
#include <fmt/format.h>

#include <algorithm>

#include "command/failure.h"
#include "dwarf/debug_info.h"

namespace ltoscope::dwarf {
namespace {

// A view of the package in which only one unit's parts are.
std::unique_ptr<DwarfFile> packed_unit(const Package& package, uint64_t row) {
  std::unique_ptr<DwarfFile> file = std::make_unique<DwarfFile>();
  file->name = package.file.name;
  file->image = package.file.image;
  file->sections = package.file.sections;
  const PackageIndex& index = package.index;
  for (uint64_t column = 0; column < index.columns; ++column) {
    const PackedPart& part = index.parts[row * index.columns + column];
    switch (part.section) {
      case PackedSection::units:
        file->sections.units =
            file->sections.units.part("units of the package", part.offset, part.size);
        break;
      case PackedSection::abbreviations:
        file->sections.abbreviations = file->sections.abbreviations.part(
            "abbreviations of the package", part.offset, part.size);
        break;
      case PackedSection::string_offsets:
        file->sections.string_offsets = file->sections.string_offsets.part(
            "string offsets of the package", part.offset, part.size);
        break;
      case PackedSection::range_lists:
        file->sections.range_lists =
            file->sections.range_lists.part("range lists of the package", part.offset, part.size);
        break;
      case PackedSection::other:
        break;
    }
  }
  return file;
}

std::optional<std::filesystem::path> find_split_file(const DebugInfo& info, std::string_view folder,
                                                     std::string_view name) {
  // An absolute name replaces the folder.
  std::vector<std::filesystem::path> candidates = {std::filesystem::path(folder) / name};
  for (const std::filesystem::path& other : info.split_folders) {
    candidates.push_back(other / name);
    candidates.push_back(other / std::filesystem::path(name).filename());
  }
  std::error_code failed;
  for (const std::filesystem::path& candidate : candidates) {
    if (std::filesystem::is_regular_file(candidate, failed)) return candidate;
  }
  return std::nullopt;
}

// The unit with the skeleton's id, which learns from the skeleton what it counts from.
SplitUnit choose_unit(const DebugInfo& info, const Unit& skeleton,
                      std::unique_ptr<DwarfFile> file) {
  read_units(*file, true);
  for (Unit& unit : file->units) {
    unit.split_from = info.file.get();
    unit.address_base = skeleton.address_base;
    unit.ranges_base = skeleton.ranges_base;
    unit.base_address = skeleton.base_address;
  }
  auto found = std::find_if(file->units.begin(), file->units.end(),
                            [&](const Unit& unit) { return unit.dwo_id == skeleton.dwo_id; });
  if (found == file->units.end()) {
    std::string reason = file->units.empty() && !file->doubts.empty() ? file->doubts.front() : "";
    if (!reason.empty()) throw Failure(ExitCode::bad_input, reason);
    throw Failure(
        ExitCode::incomplete,
        fmt::format("{}: found {}, expected the unit {:016x}", file->name,
                    file->units.empty()
                        ? "no unit"
                        : fmt::format("unit {:016x}", file->units.front().dwo_id.value_or(0)),
                    skeleton.dwo_id.value_or(0)));
  }
  const Unit* unit = &*found;
  return {std::move(file), unit};
}

}  // namespace

SplitUnit open_split_unit(const DebugInfo& info, const Unit& skeleton) {
  if (info.package && skeleton.dwo_id) {
    auto row = info.package->index.row_of_id.find(*skeleton.dwo_id);
    if (row != info.package->index.row_of_id.end()) {
      return choose_unit(info, skeleton, packed_unit(*info.package, row->second));
    }
  }
  std::string_view name = text_of(*info.file, skeleton, skeleton.dwo_name).value_or("");
  std::string_view folder = text_of(*info.file, skeleton, skeleton.folder).value_or("");
  std::optional<std::filesystem::path> path = find_split_file(info, folder, name);
  if (!path) {
    throw Failure(ExitCode::incomplete,
                  fmt::format("{}: found no split file {}, expected it in {} or beside the library",
                              info.file->name, name, folder));
  }
  std::unique_ptr<DwarfFile> file = std::make_unique<DwarfFile>();
  file->own_image = std::make_unique<const elf::Image>(
      elf::read_debug_image(std::make_unique<const elf::MappedFile>(*path)));
  file->image = file->own_image.get();
  read_sections_of(*file, ".dwo");
  return choose_unit(info, skeleton, std::move(file));
}

}  // namespace ltoscope::dwarf
