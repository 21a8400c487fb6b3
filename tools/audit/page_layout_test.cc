// Page sizes with which a file can be loaded.
#include "audit/page_layout.h"

#include <gtest/gtest.h>

#include "audit/address_ranges.h"
#include "elf/fixture.h"

namespace ltoscope::audit {
namespace {

constexpr int64_t kib = 1024;
constexpr char with_slots[] = "extern void f(void); int x = 1; void g(void) { f(); x = 2; }";

PageLayout layout_of(const elf::Fixture& fixture, const std::string& flags) {
  return read_page_layout(
      elf::read_image(fixture.library("x.so", with_slots, "-nostdlib " + flags)));
}

TEST(PageLayout, AlignmentOfSegmentsBoundsThePage) {
  elf::Fixture fixture;
  for (int64_t page : {4 * kib, 16 * kib, 64 * kib}) {
    PageLayout layout = layout_of(fixture, "-Wl,-z,max-page-size=" + std::to_string(page));
    EXPECT_EQ(layout.lowest_alignment, page);
    EXPECT_EQ(layout.largest_page, page);
    EXPECT_TRUE(layout.offsets_fit);
  }
}

TEST(PageLayout, RelroThatEndsWithItsSegmentIsAccepted) {
  elf::Fixture fixture;
  layout_of(fixture, "-Wl,-z,max-page-size=16384");
  elf::Image image = elf::read_image(fixture.folder() / "x.so");
  const elf::Segment* relro = elf::find_segment(image, elf::SegmentKind::read_only_after_start);
  ASSERT_NE((relro->address + relro->memory_size) % (16 * kib), 0u) << "else nothing is shown";
  EXPECT_EQ(read_page_layout(image).largest_page, 16 * kib);
}

TEST(PageLayout, RelroThatSharesItsLastPageIsNot) {
  elf::Fixture fixture;
  layout_of(fixture, "-Wl,-z,max-page-size=16384");
  elf::Image image = elf::read_image(fixture.folder() / "x.so");
  for (elf::Segment& segment : image.segments) {
    // The segment that RELRO lies in goes on.
    if (segment.kind == elf::SegmentKind::load && segment.writable) segment.memory_size += 4 * kib;
  }
  PageLayout layout = read_page_layout(image);
  EXPECT_EQ(layout.largest_page, 4 * kib);
  EXPECT_EQ(layout.largest_page_of_segments, 16 * kib);
}

TEST(PageLayout, OffsetThatDoesNotFitIsSeen) {
  elf::Fixture fixture;
  layout_of(fixture, "-Wl,-z,max-page-size=16384");
  elf::Image image = elf::read_image(fixture.folder() / "x.so");
  for (elf::Segment& segment : image.segments) {
    if (segment.kind == elf::SegmentKind::load && segment.writable) segment.address += 4 * kib;
  }
  PageLayout layout = read_page_layout(image);
  EXPECT_FALSE(layout.offsets_fit);
  EXPECT_EQ(layout.largest_page_of_segments, 4 * kib);
  EXPECT_EQ(layout.lowest_alignment, 16 * kib);
}

TEST(AddressRanges, OverlappingRangesAreOneSet) {
  AddressRanges ranges({{10, 20}, {15, 30}, {40, 40}, {50, 60}});
  EXPECT_TRUE(ranges.contains(10));
  EXPECT_TRUE(ranges.contains(29));
  EXPECT_FALSE(ranges.contains(30));
  EXPECT_FALSE(ranges.contains(40)) << "an empty range holds nothing";
  EXPECT_TRUE(ranges.touches(30, 51));
  EXPECT_FALSE(ranges.touches(30, 50));
}

}  // namespace
}  // namespace ltoscope::audit
