// Splits .comment at its NULs.
#include "elf/comment.h"

#include <algorithm>
#include <set>

namespace ltoscope::elf {

std::vector<std::string> read_comment(const Image& image) {
  std::vector<std::string> lines;
  const Section* section = find_section(image, ".comment");
  if (section == nullptr || section->kind == SectionKind::empty_in_file) return lines;
  ByteReader reader = bytes_at_offset(image, "comment", section->offset, section->size);
  std::span<const std::byte> bytes = reader.bytes();
  std::set<std::string> seen;
  for (std::size_t at = 0; at < bytes.size();) {
    auto end = std::find(bytes.begin() + static_cast<std::ptrdiff_t>(at), bytes.end(), std::byte{});
    std::size_t length = static_cast<std::size_t>(end - bytes.begin()) - at;
    std::string line(reinterpret_cast<const char*>(bytes.data() + at), length);
    if (!line.empty() && seen.insert(line).second) lines.push_back(line);
    at += length + 1;
  }
  return lines;
}

}  // namespace ltoscope::elf
