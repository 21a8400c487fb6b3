// An ELF file's outermost tables: header, segments (what the loader sees) and sections (which may
// be missing). Either word size and either byte order. Everything else is found through these.
#pragma once

#include <bit>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "elf/byte_reader.h"
#include "elf/machine.h"
#include "elf/mapped_file.h"

namespace ltoscope::elf {

enum class FileType { shared_library, executable };

enum class SegmentKind {
  load,
  dynamic,
  note,
  tls,
  unwind_table,
  read_only_after_start,
  stack,  // has no bytes; says whether the stack may hold code
  other
};

struct Segment {
  SegmentKind kind;
  bool executable;
  bool writable;
  uint64_t address;
  uint64_t memory_size;
  uint64_t offset;  // [offset, offset + file_size) lies within the file
  uint64_t file_size;
  uint64_t alignment;
};

enum class SectionKind {
  empty_in_file,
  symbol_table,
  dynamic_symbols,
  relocations,
  relocations_with_addend,
  note,
  other
};

struct Section {
  std::string_view name;
  SectionKind kind = SectionKind::empty_in_file;
  bool loaded = false;
  bool executable = false;
  bool compressed = false;  // the bytes are a header and a compressed stream: section_bytes.h
  uint64_t address = 0;
  uint64_t offset =
      0;  // [offset, offset + size) lies within the file, unless kind is empty_in_file
  uint64_t size = 0;
  uint64_t entry_size = 0;
  uint32_t link = 0;  // index of a related section, by kind
};

struct Image {
  std::unique_ptr<const MappedFile> file;
  bool wide;  // 64-bit fields; false: 32-bit
  std::endian order;
  Machine machine;
  FileType type;
  std::vector<Segment> segments;
  std::vector<Section> sections;  // empty when the file has no section headers
};

// Throws Failure(bad_input) for what is not an ELF shared library or executable, and for a file
// whose headers point outside it.
Image read_image(const std::filesystem::path& path);
Image read_image(std::unique_ptr<const MappedFile> file);
// The same of a file that is read for its sections alone, so that its segments may lie outside it,
// or be missing: files of debug information (separate, alternate, .dwo, .dwp). The image has no
// segments, and its type says nothing.
Image read_debug_image(std::unique_ptr<const MappedFile> file);

// Bytes of the file by offset, and by the address at which the loader places them.
ByteReader bytes_at_offset(const Image& image, std::string place, uint64_t offset, uint64_t size);
ByteReader bytes_at_address(const Image& image, std::string place, uint64_t address, uint64_t size);
// From address to the end of the loaded segment's bytes.
ByteReader bytes_from_address(const Image& image, std::string place, uint64_t address);

// The loaded word at address, or nothing where the file holds no bytes for it.
std::optional<uint64_t> word_at_address(const Image& image, uint64_t address);

// Whether the file is what a library was stripped of: it has sections of code, and their bytes are
// elsewhere.
bool holds_debug_information_alone(const Image& image);

const Section* find_section(const Image& image, std::string_view name);
const Segment* find_segment(const Image& image, SegmentKind kind);

// Bytes of an address or offset field: 8 or 4.
inline uint64_t word_size(const Image& image) { return image.wide ? 8 : 4; }
// The field at offset that is 8 bytes wide in 64-bit files and 4 in 32-bit ones.
inline uint64_t read_word(const Image& image, const ByteReader& bytes, uint64_t offset) {
  return image.wide ? bytes.u64(offset) : bytes.u32(offset);
}

}  // namespace ltoscope::elf
