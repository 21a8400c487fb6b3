// Walks note records: sizes of name and content, a type, then both, each padded.
#include "elf/notes.h"

#include <elf.h>
#include <fmt/format.h>

#include <cstring>

namespace ltoscope::elf {
namespace {

constexpr uint64_t record_header_size = 12;
constexpr uint64_t usual_alignment = 4;
constexpr uint64_t wide_alignment = 8;  // of property notes

uint64_t padded(uint64_t size, uint64_t alignment) {
  return (size + alignment - 1) / alignment * alignment;
}

bool names_gnu(std::span<const std::byte> name) {
  return name.size() == sizeof ELF_NOTE_GNU &&
         std::memcmp(name.data(), ELF_NOTE_GNU, sizeof ELF_NOTE_GNU) == 0;
}

std::optional<std::string> find_build_id(const ByteReader& notes, uint64_t alignment) {
  uint64_t step = alignment == wide_alignment ? wide_alignment : usual_alignment;
  uint64_t at = 0;
  while (at + record_header_size <= notes.size()) {
    uint64_t name_size = notes.u32(at);
    uint64_t content_size = notes.u32(at + 4);
    uint32_t type = notes.u32(at + 8);
    uint64_t name_at = at + record_header_size;
    uint64_t content_at = at + padded(record_header_size + name_size, step);
    ByteReader name = notes.part("note name", name_at, name_size);
    ByteReader content = notes.part("note content", content_at, content_size);
    if (type == NT_GNU_BUILD_ID && names_gnu(name.bytes())) {
      std::string hex;
      for (std::byte byte : content.bytes()) hex += fmt::format("{:02x}", static_cast<int>(byte));
      return hex;
    }
    at = padded(content_at + content_size, step);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> read_build_id(const Image& image) {
  uint64_t total = 0;
  for (const Segment& segment : image.segments) {
    if (segment.kind != SegmentKind::note) continue;
    ByteReader notes = bytes_at_offset(image, "notes", segment.offset, segment.file_size);
    total += notes.size();
    if (total > image.file->bytes().size()) notes.reject("notes that overlap", "separate ones");
    if (std::optional<std::string> id = find_build_id(notes, segment.alignment)) return id;
  }
  if (!image.segments.empty()) return std::nullopt;
  // What was read for its sections alone. This one is found by name, since others may be padded
  // otherwise.
  const Section* section = find_section(image, ".note.gnu.build-id");
  if (section == nullptr || section->kind != SectionKind::note) return std::nullopt;
  return find_build_id(bytes_at_offset(image, "notes", section->offset, section->size),
                       usual_alignment);
}

}  // namespace ltoscope::elf
