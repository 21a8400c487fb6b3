// Walks the records of DT_VERNEED. Every link is relative to the record that holds it.
#include "elf/version_needs.h"

#include <elf.h>

#include <cstddef>

namespace ltoscope::elf {

// Distances are unsigned and not 0, so both walks move forward; each record that is listed takes
// bytes of its own only if they do not overlap, so their number is bounded, too.
std::vector<VersionNeed> read_version_needs(const Image& image, const Dynamic& dynamic) {
  std::vector<VersionNeed> needs;
  if (!dynamic.version_needs) return needs;
  ByteReader bytes = bytes_from_address(image, "version needs", *dynamic.version_needs);
  NameBudget names_read(image.file->bytes().size());
  uint64_t most = bytes.size() / sizeof(Elf64_Vernaux);
  uint64_t libraries = 0;
  for (uint64_t at = 0;;) {
    if (++libraries > most) bytes.reject("records that overlap", "each with bytes of its own");
    std::string_view library =
        dynamic_text(image, dynamic, bytes.u32(at + offsetof(Elf64_Verneed, vn_file)), names_read);
    uint16_t count = bytes.u16(at + offsetof(Elf64_Verneed, vn_cnt));
    uint64_t entry = at + bytes.u32(at + offsetof(Elf64_Verneed, vn_aux));
    for (uint16_t index = 0; index < count; ++index) {
      uint32_t name = bytes.u32(entry + offsetof(Elf64_Vernaux, vna_name));
      bool weak = (bytes.u16(entry + offsetof(Elf64_Vernaux, vna_flags)) & VER_FLG_WEAK) != 0;
      if (needs.size() >= most) bytes.reject("records that overlap", "each with bytes of its own");
      needs.push_back({library, dynamic_text(image, dynamic, name, names_read), weak});
      uint32_t to_next = bytes.u32(entry + offsetof(Elf64_Vernaux, vna_next));
      if (to_next == 0) break;
      entry += to_next;
    }
    uint32_t distance = bytes.u32(at + offsetof(Elf64_Verneed, vn_next));
    if (distance == 0) return needs;
    at += distance;
  }
}

}  // namespace ltoscope::elf
