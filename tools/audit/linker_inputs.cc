// Opens each input once and reads every member where it lies.
#include "audit/linker_inputs.h"

#include <fmt/format.h>

#include <array>
#include <fstream>

#include "command/failure.h"
#include "elf/printable.h"

namespace ltoscope::audit {
namespace {

void add_archive(const std::string& path, LinkerInputs& inputs) {
  LinkerInput input{path, elf::read_archive(path), nullptr};
  for (const elf::ArchiveMember& member : input.archive->members) {
    InputMember& added = inputs.members.emplace_back();
    added.label = fmt::format("{}({})", path, elf::printable(member.name));
    added.name = member.name;
    added.input = inputs.inputs.size();
    added.header_offset = member.header_offset;
    added.missing = member.missing;
    if (!member.missing) added.object = elf::read_object(added.label, member.bytes);
  }
  inputs.inputs.push_back(std::move(input));
}

void add_plain_object(const std::string& path, std::shared_ptr<const elf::MappedFile> file,
                      LinkerInputs& inputs) {
  InputMember& added = inputs.members.emplace_back();
  added.label = path;
  added.name = std::filesystem::path(path).filename();
  added.input = inputs.inputs.size();
  added.object = elf::read_object(added.label, file->bytes());
  if (added.object.content == elf::ObjectContent::other) {
    throw Failure(ExitCode::bad_input,
                  fmt::format("{}: found {}, expected an archive, a relocatable object or bitcode",
                              path, added.object.what));
  }
  inputs.inputs.push_back({path, std::nullopt, std::move(file)});
}

}  // namespace

bool is_linker_input(const std::filesystem::path& path) {
  // What a pipe holds would be lost to whoever reads it next.
  std::error_code failed;
  if (!std::filesystem::is_regular_file(path, failed)) return false;
  std::array<char, 64> start{};
  std::ifstream file(path, std::ios::binary);
  file.read(start.data(), start.size());
  std::span<const std::byte> bytes =
      std::as_bytes(std::span(start.data(), static_cast<std::size_t>(file.gcount())));
  return elf::has_archive_magic(bytes) || elf::has_bitcode_magic(bytes) ||
         elf::is_relocatable(bytes);
}

LinkerInputs read_linker_inputs(const std::vector<std::string>& paths) {
  LinkerInputs inputs;
  for (const std::string& path : paths) {
    auto file = std::make_shared<const elf::MappedFile>(path);
    if (elf::has_archive_magic(file->bytes())) {
      add_archive(path, inputs);
    } else {
      add_plain_object(path, std::move(file), inputs);
    }
  }
  return inputs;
}

}  // namespace ltoscope::audit
