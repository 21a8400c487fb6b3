// For which page sizes of the kernel a file can be loaded, judged by its segments: a library whose
// segments are placed for pages of 4 KiB does not load where pages have 16 or 64.
#pragma once

#include <cstdint>

#include "elf/image.h"

namespace ltoscope::audit {

struct PageLayout {
  int64_t lowest_alignment = 0;  // of all loaded segments, bytes
  // Whether offset and address of each loaded segment are equal modulo its alignment.
  bool offsets_fit = true;
  // The largest page, bytes, for which all of this holds: each loaded segment is aligned to it and
  // fits; and what becomes read-only after start (RELRO) ends with a page, or nothing else is
  // loaded into its last one (lld ends it at 4 KiB, and begins what follows on a new page).
  int64_t largest_page = 1;
  // The same without the last condition.
  int64_t largest_page_of_segments = 1;
};

PageLayout read_page_layout(const elf::Image& image);

}  // namespace ltoscope::audit
