// For libFuzzer: any bytes are either refused in one line or the map of a linker, whose inputs are
// found again in a library that has its sections.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <string_view>

#include "audit/linker_map.h"
#include "command/failure.h"
#include "elf/spoiled_file.h"

namespace {

using namespace ltoscope;

// Not assert: presets without it must stop as well.
void require_true(bool holds) {
  if (!holds) std::abort();
}

// A library that the map may be of.
elf::Image image_of(const audit::LinkerMap& map) {
  static constexpr std::array<std::byte, 1> nothing{};
  elf::Image image{};
  image.file = std::make_unique<const elf::MappedFile>("library", nothing);
  for (const audit::MappedSection& mapped : map.sections) {
    elf::Section& section = image.sections.emplace_back();
    section.name = mapped.name;
    section.executable = mapped.name.starts_with(".text");
    section.address = mapped.address;
    section.size = mapped.size;
  }
  return image;
}

void read_map(const std::string& path) {
  audit::LinkerMap map = audit::read_linker_map(path);
  for (const audit::MappedInput& input : map.inputs) {
    require_true(input.object < map.objects.size() && input.size != 0);
  }
  for (const std::string& object : map.objects) {
    audit::ObjectMember member = audit::member_of_object(object);
    require_true(!member.name.empty() || member.by_lto);
  }
  elf::Image image = image_of(map);
  uint64_t before = 0;
  for (const audit::MappedInput& input : map.inputs_of_code(image)) {
    require_true(input.address >= before);
    before = input.address;
  }
}

}  // namespace

extern "C" __attribute__((visibility("default"))) int LLVMFuzzerTestOneInput(const uint8_t* data,
                                                                             std::size_t size) {
  try {
    read_map(elf::spoiled_file(data, size));
  } catch (const Failure& failure) {
    std::string_view line = failure.what();
    require_true(!line.empty() && !line.contains('\n'));
  }
  return 0;
}
