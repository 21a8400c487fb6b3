// Opens the files, and keeps what is missing as reasons.
#include "dwarf/debug_info.h"

#include <fmt/format.h>

#include "command/failure.h"

namespace ltoscope::dwarf {
namespace {

bool has_units(const elf::Image& image) {
  for (std::string_view name : {".debug_info", ".zdebug_info"}) {
    const elf::Section* section = elf::find_section(image, name);
    if (section != nullptr && section->kind != elf::SectionKind::empty_in_file) return true;
  }
  return false;
}

void append(std::vector<std::string>& to, const std::vector<std::string>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

std::unique_ptr<DwarfFile> open_file(elf::Image image) {
  std::unique_ptr<DwarfFile> file = std::make_unique<DwarfFile>();
  file->own_image = std::make_unique<const elf::Image>(std::move(image));
  file->image = file->own_image.get();
  read_sections_of(*file, "");
  return file;
}

// Opened before the units of `file` are read: those may take text from it.
void open_alternate(DebugInfo& info, DwarfFile& file, const elf::DebugFilePlaces& places) {
  elf::AlternateFile found;
  try {
    found = elf::find_alternate_file(*file.image, places);
  } catch (const Failure& failure) {
    info.incomplete.emplace_back(failure.what());
    return;
  }
  if (!found.expected) return;
  if (!found.file.image) {
    append(info.incomplete, found.file.passed_over);
    info.incomplete.push_back(fmt::format(
        "{}: found no alternate file, expected the one that .gnu_debugaltlink names", file.name));
    return;
  }
  std::unique_ptr<DwarfFile> alternate = open_file(std::move(*found.file.image));
  read_units(*alternate, false);
  append(info.incomplete, alternate->doubts);
  file.alternate = std::move(alternate);
}

void open_package(DebugInfo& info, const elf::Image& image) {
  for (const std::string& beside : {image.file->name(), info.source}) {
    std::filesystem::path path = beside + ".dwp";
    std::error_code failed;
    if (!std::filesystem::is_regular_file(path, failed)) continue;
    try {
      std::unique_ptr<Package> package = std::make_unique<Package>();
      package->file.own_image = std::make_unique<const elf::Image>(
          elf::read_debug_image(std::make_unique<const elf::MappedFile>(path)));
      package->file.image = package->file.own_image.get();
      read_sections_of(package->file, ".dwo");
      append(info.incomplete, package->file.doubts);
      std::optional<elf::SectionBytes> index =
          elf::read_section(*package->file.image, ".debug_cu_index");
      if (!index)
        throw Failure(ExitCode::bad_input,
                      fmt::format("{}: found no .debug_cu_index, expected one", path.string()));
      package->index = read_package_index(
          {package->file.name, ".debug_cu_index", index->bytes, package->file.image->order});
      info.package = std::move(package);
      return;
    } catch (const Failure& failure) {
      info.incomplete.emplace_back(failure.what());
    }
  }
}

}  // namespace

DebugInfo open_debug_info(const elf::Image& image, const elf::DebugFilePlaces& places) {
  DebugInfo info;
  std::unique_ptr<DwarfFile> file;
  if (has_units(image) && !places.file) {
    file = std::make_unique<DwarfFile>();
    file->image = &image;
    read_sections_of(*file, "");
  } else {
    elf::DebugFile found = elf::find_debug_file(image, places);
    if (!found.image || !has_units(*found.image)) {
      append(info.incomplete, found.passed_over);
      info.incomplete.push_back(
          fmt::format("{}: found no debug information, expected some",
                      found.image ? found.image->file->name() : image.file->name()));
      return info;
    }
    file = open_file(std::move(*found.image));
  }
  info.source = file->name;
  info.split_folders = places.folders;
  info.split_folders.push_back(std::filesystem::path(image.file->name()).parent_path());
  open_alternate(info, *file, places);
  read_units(*file, false);
  append(info.incomplete, file->doubts);
  info.file = std::move(file);
  for (const Unit& unit : info.file->units) {
    if (unit.type != UnitType::skeleton) continue;
    open_package(info, image);
    break;
  }
  return info;
}

}  // namespace ltoscope::dwarf
