// Small files whose tables name the same bytes over and over: what is read of them is bounded by
// the file's size, so that each is refused at once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "elf/archive_index.h"
#include "elf/exception_table.h"
#include "elf/fixture.h"
#include "elf/image.h"
#include "elf/notes.h"
#include "elf/relocations.h"
#include "elf/symbols.h"

namespace ltoscope::elf {
namespace {

using testing::HasSubstr;

constexpr std::size_t entries = 50'000;

// Little endian.
std::string number_bytes(uint64_t value, int bytes) {
  std::string text;
  for (; bytes-- > 0; value >>= 8) text += static_cast<char>(value);
  return text;
}

// A library that has content for a file and, yet, no tables.
Image image_of_bytes(const std::string& content) {
  Image image{};
  image.file = std::make_unique<const MappedFile>("x", std::as_bytes(std::span(content)));
  image.wide = true;
  image.order = std::endian::little;
  image.machine = Machine::x86_64;
  return image;
}

Image with_symbols(const std::string& names, uint32_t step) {
  std::string symbols;
  for (uint32_t index = 0; index < entries; ++index) {
    symbols += number_bytes(index * step % names.size(), 4) + number_bytes(0x12, 20);
  }
  Image image = image_of_bytes(names + symbols);
  Section table, text;
  table.kind = SectionKind::symbol_table;
  table.offset = names.size();
  table.size = symbols.size();
  table.link = 1;
  text.kind = SectionKind::other;
  text.size = names.size();
  image.sections = {table, text};
  return image;
}

TEST(HostileTables, SymbolsThatShareOneLongNameAreRefused) {
  std::string name(1'000'000, 'a');
  EXPECT_EQ(failure_of([&] { read_symbol_table(with_symbols(name + '\0', 1)); }),
            "x: symbol names: found names that overlap, expected names of their own");
  // Many that share a usual one are not.
  std::string usual(200, 'a');
  EXPECT_EQ(read_symbol_table(with_symbols(usual + '\0', 0))->size(), entries);
}

TEST(HostileTables, IndexEntriesThatShareOneLongNameAreRefused) {
  std::string pairs(8 * entries, '\0'), name(1'000'000, 'a');
  std::string content =
      number_bytes(pairs.size(), 4) + pairs + number_bytes(name.size() + 1, 4) + name + '\0';
  ByteReader bytes("x.a", "symbol index", std::as_bytes(std::span(content)), std::endian::little);
  EXPECT_THAT(failure_of([&] { read_bsd_index(bytes, 4); }), HasSubstr("names that overlap"));
}

TEST(HostileTables, SegmentsOfTheSameNotesAreRefused) {
  Image image = image_of_bytes(std::string(1'200'000, '\0'));
  Segment notes{};
  notes.kind = SegmentKind::note;
  notes.file_size = 1'200'000;
  image.segments.assign(entries, notes);
  EXPECT_THAT(failure_of([&] { read_build_id(image); }), HasSubstr("notes that overlap"));
  image.segments.resize(1);
  EXPECT_EQ(read_build_id(image), std::nullopt);
}

TEST(HostileTables, SectionsOfTheSameRelocationsAreRefused) {
  Image image = image_of_bytes(std::string(1'200'000, '\0'));
  Section table;
  table.kind = SectionKind::relocations_with_addend;
  table.loaded = true;
  table.size = 1'200'000;
  image.sections.assign(entries, table);
  EXPECT_THAT(failure_of([&] { read_relocations(image, {}); }), HasSubstr("tables that overlap"));
}

// Offsets from the begin, lengths, landing pads and actions, a byte each.
Image with_exception_table(const std::string& records) {
  Image image =
      image_of_bytes(std::string("\xff\xff\x01", 3) + static_cast<char>(records.size()) + records);
  Segment loaded{};
  loaded.kind = SegmentKind::load;
  loaded.address = 0x1000;
  loaded.file_size = loaded.memory_size = image.file->bytes().size();
  image.segments = {loaded};
  return image;
}

TEST(HostileTables, OfExceptionRecordsThatOverlapTheFirstHolds) {
  Image image =
      with_exception_table(std::string("\x00\x08\x10\x00"
                                       "\x04\x08\x20\x00"
                                       "\x00\x7f\x30\x00"
                                       "\x00\x7f\x40\x00",
                                       16));
  Allowance records(100);
  std::vector<ExceptionRange> ranges =
      read_exception_table(image, {{0x2000, 0x2020}, 0x1000}, records);
  ASSERT_EQ(ranges.size(), 3u);
  EXPECT_EQ(ranges[0].calls.end, 0x2008u);
  EXPECT_EQ(ranges[1].calls.begin, 0x2008u);
  EXPECT_EQ(ranges[1].calls.end, 0x200cu);
  EXPECT_EQ(ranges[2].calls.end, 0x2020u);  // no further than the function
}

TEST(HostileTables, ExceptionTableThatManyFunctionsShareIsRefused) {
  Image image = with_exception_table(std::string(120, '\0'));
  Allowance records(100);
  EXPECT_EQ(failure_of([&] {
              for (std::size_t index = 0; index < entries; ++index) {
                read_exception_table(image, {{0x2000, 0x2020}, 0x1000}, records);
              }
            }),
            "x: exception table: found records that many functions share, expected a table for "
            "each function");
}

}  // namespace
}  // namespace ltoscope::elf
