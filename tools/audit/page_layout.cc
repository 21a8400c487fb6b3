// Tries page sizes upwards.
#include "audit/page_layout.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "audit/address_ranges.h"

namespace ltoscope::audit {
namespace {

// Larger pages than any processor has; also keeps every sum below within 64 bits.
constexpr uint64_t largest_tried_page = uint64_t{1} << 32;

bool loads_with_pages(const elf::Segment& segment, uint64_t page) {
  // 0 and 1 both mean: not aligned.
  return std::max<uint64_t>(segment.alignment, 1) % page == 0 &&
         (segment.address - segment.offset) % page == 0;
}

// Bytes after the end of RELRO in its last page must not belong to anything else.
bool ends_with_page(const elf::Segment& relro, const AddressRanges& loaded, uint64_t page) {
  uint64_t end = relro.address + relro.memory_size;
  uint64_t rest = (page - end % page) % page;
  if (rest > std::numeric_limits<uint64_t>::max() - end) return false;
  return rest == 0 || !loaded.touches(end, end + rest);
}

}  // namespace

PageLayout read_page_layout(const elf::Image& image) {
  PageLayout layout;
  std::vector<elf::Segment> loads, relros;
  std::vector<AddressRanges::Range> ranges;
  for (const elf::Segment& segment : image.segments) {
    if (segment.memory_size == 0) continue;
    if (segment.kind == elf::SegmentKind::read_only_after_start) relros.push_back(segment);
    if (segment.kind != elf::SegmentKind::load) continue;
    loads.push_back(segment);
    ranges.push_back({segment.address, segment.address + segment.memory_size});
  }
  AddressRanges loaded(std::move(ranges));
  uint64_t lowest = std::numeric_limits<int64_t>::max();
  for (const elf::Segment& segment : loads) {
    uint64_t alignment = std::max<uint64_t>(segment.alignment, 1);
    lowest = std::min(lowest, alignment);
    layout.offsets_fit &= (segment.address - segment.offset) % alignment == 0;
  }
  layout.lowest_alignment = loads.empty() ? 0 : static_cast<int64_t>(lowest);
  bool with_relro = true;
  for (uint64_t page = 1; page <= largest_tried_page; page *= 2) {
    auto fits = [&](const elf::Segment& segment) { return loads_with_pages(segment, page); };
    if (!std::all_of(loads.begin(), loads.end(), fits)) break;
    layout.largest_page_of_segments = static_cast<int64_t>(page);
    with_relro = with_relro && std::all_of(relros.begin(), relros.end(), [&](const auto& relro) {
                   return ends_with_page(relro, loaded, page);
                 });
    if (with_relro) layout.largest_page = static_cast<int64_t>(page);
  }
  return layout;
}

}  // namespace ltoscope::audit
