// A section's contents as the linker made them, before they were compressed.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "elf/image.h"

namespace ltoscope::elf {

struct SectionBytes {
  std::span<const std::byte> bytes;       // in the image's file, or in unpacked
  std::unique_ptr<std::byte[]> unpacked;  // set when the file holds them compressed
};

// The contents of the section name, or nothing when the file has no such section, or has its header
// and not its bytes (a separate debug file has code so, a stripped file its debug information). Of
// ".debug_x" also found as ".zdebug_x", which is how it was compressed once. Throws
// Failure(bad_input) for a stream that is damaged, and for one that claims to unpack to more than
// most_unpacked() of its size.
std::optional<SectionBytes> read_section(const Image& image, std::string_view name);

// No more than this comes out of that many compressed bytes: it is what zlib can reach, so that a
// small file cannot ask for all memory.
constexpr uint64_t most_unpacked(uint64_t packed) {
  constexpr uint64_t zlib_limit = 1032;
  constexpr uint64_t least = 64 * 1024;
  return packed > (~uint64_t{0} - least) / zlib_limit ? ~uint64_t{0} : packed * zlib_limit + least;
}

}  // namespace ltoscope::elf
