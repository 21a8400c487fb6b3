// What a linker wrote down of a link (-Map): which object file, or member of an archive, each piece
// of the finished file came from. The text of lld, GNU ld and gold is read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "elf/image.h"

namespace ltoscope::audit {

struct MappedSection {
  std::string name;  // of the finished file
  uint64_t address;
  uint64_t size;
};

struct MappedInput {
  uint64_t address;
  uint64_t size;       // more than 0
  std::size_t object;  // index into objects
};

struct LinkerMap {
  std::string path;
  std::vector<MappedSection> sections;
  std::vector<std::string> objects;  // "libx.a(y.o)", "z.o": as the linker calls them
  std::vector<MappedInput> inputs;   // of all sections, also of those that are not loaded

  // Sorted by address: inputs of the sections that hold the image's code. Throws Failure(bad_input)
  // where such a section is not in the map, or not at the same place with the same size: then the
  // map is of another link; and for an image without section headers, which cannot be compared.
  std::vector<MappedInput> inputs_of_code(const elf::Image& image) const;
};

// Throws Failure(bad_input) for a file that is missing or no map.
LinkerMap read_linker_map(const std::filesystem::path& path);

// Whom an object's code belongs to.
struct ObjectMember {
  std::string name;  // empty: the name does not tell
  bool by_lto;       // the code was made at the link
};
// Objects that are made at the link are temporary: lld names them for the output and, with ThinLTO,
// for the module ("x.so.lto.liby.a(z.o at 106).o"); others by numbers or hashes, which tell
// nothing.
ObjectMember member_of_object(const std::string& object);

}  // namespace ltoscope::audit
