// Sections as they were before they were compressed, and streams that lie about their size.
#include "elf/section_bytes.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>

#include "elf/fixture.h"

namespace ltoscope::elf {
namespace {

constexpr char with_much_text[] = R"(
#define TEN(x) x##0 = 0, x##1, x##2, x##3, x##4, x##5, x##6, x##7, x##8, x##9
enum words { TEN(a_long_name_), TEN(another_long_name_), TEN(one_more_name_) };
enum words use(int n) { return (enum words)n; }
)";

std::string text_of(const Image& image, std::string_view name) {
  std::optional<SectionBytes> section = read_section(image, name);
  if (!section) return "no section";
  return {reinterpret_cast<const char*>(section->bytes.data()), section->bytes.size()};
}

std::string debug_text(const Fixture& fixture, const std::string& flags) {
  return text_of(read_image(fixture.library("x.so", with_much_text, flags)), ".debug_str");
}

// Changes 8 bytes of the file, at an offset into a section.
void overwrite(const std::filesystem::path& path, const Section& section, uint64_t at,
               uint64_t word) {
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  file.seekp(static_cast<std::streamoff>(section.offset + at));
  file.write(reinterpret_cast<const char*>(&word), sizeof word);
}

TEST(SectionBytes, ZlibAndZstdSectionsAreWhatWasCompressed) {
  Fixture fixture;
  std::string plain = debug_text(fixture, "-g");
  EXPECT_THAT(plain, testing::HasSubstr("another_long_name_7"));
  EXPECT_EQ(debug_text(fixture, "-g -gz=zlib -Wl,--compress-debug-sections=zlib"), plain);
  EXPECT_EQ(debug_text(fixture, "-g -gz=zstd -Wl,--compress-debug-sections=zstd"), plain);
}

TEST(SectionBytes, ACompressedSectionIsCompressedInTheFile) {
  Fixture fixture;
  Image image =
      read_image(fixture.library("x.so", with_much_text, "-g -Wl,--compress-debug-sections=zstd"));
  EXPECT_TRUE(find_section(image, ".debug_str")->compressed);
  EXPECT_FALSE(find_section(image, ".text")->compressed);
  EXPECT_LT(find_section(image, ".debug_str")->size, text_of(image, ".debug_str").size());
}

TEST(SectionBytes, TheOldWayOfCompressingIsReadByTheNewName) {
  Fixture fixture;
  std::filesystem::path library = fixture.library("x.so", "int f(void) { return 1; }");
  using namespace std::string_literals;
  // The size in 8 bytes, then a zlib stream of one stored block.
  fixture.write("old", "ZLIB\0\0\0\0\0\0\0\3\x78\x01\x01\3\0\xfc\xff"s + "abc\x02\x4d\x01\x27");
  fixture.run("llvm-objcopy-19 --add-section .zdebug_str=old x.so");
  EXPECT_EQ(text_of(read_image(library), ".debug_str"), "abc");
}

TEST(SectionBytes, MissingAndEmptiedSectionsAreNotThere) {
  Fixture fixture;
  std::filesystem::path library = fixture.library("x.so", with_much_text, "-g");
  EXPECT_EQ(text_of(read_image(library), ".debug_types"), "no section");
  fixture.run("llvm-objcopy-19 --only-keep-debug x.so x.debug");
  Image debug = read_debug_image(std::make_unique<MappedFile>(fixture.folder() / "x.debug"));
  EXPECT_EQ(text_of(debug, ".text"), "no section");
  EXPECT_NE(text_of(debug, ".debug_str"), "no section");
}

TEST(SectionBytes, AStreamThatClaimsToBeHugeIsRefused) {
  Fixture fixture;
  for (const char* kind : {"zlib", "zstd"}) {
    std::filesystem::path path = fixture.library(
        "x.so", with_much_text, fmt::format("-g -Wl,--compress-debug-sections={}", kind));
    Section section = *find_section(read_image(path), ".debug_str");
    overwrite(path, section, 8, 1ULL << 40);
    EXPECT_THAT(failure_of([&] { text_of(read_image(path), ".debug_str"); }),
                testing::HasSubstr("bytes that unpack to 1099511627776, expected at most"));
  }
}

TEST(SectionBytes, ADamagedStreamIsRefused) {
  Fixture fixture;
  for (const char* kind : {"zlib", "zstd"}) {
    std::filesystem::path path = fixture.library(
        "x.so", with_much_text, fmt::format("-g -Wl,--compress-debug-sections={}", kind));
    Section section = *find_section(read_image(path), ".debug_str");
    overwrite(path, section, sizeof(uint64_t) * 3, 0x5a5a5a5a5a5a5a5a);
    EXPECT_THAT(failure_of([&] { text_of(read_image(path), ".debug_str"); }),
                testing::HasSubstr(fmt::format(".debug_str: found a damaged {} stream", kind)));
  }
}

TEST(SectionBytes, AStreamThatIsShorterThanItSaysIsRefused) {
  Fixture fixture;
  std::filesystem::path path =
      fixture.library("x.so", with_much_text, "-g -Wl,--compress-debug-sections=zlib");
  Image image = read_image(path);
  uint64_t size = text_of(image, ".debug_str").size();
  overwrite(path, *find_section(image, ".debug_str"), 8, size + 1);
  EXPECT_THAT(failure_of([&] { text_of(read_image(path), ".debug_str"); }),
              testing::HasSubstr("damaged zlib stream"));
}

}  // namespace
}  // namespace ltoscope::elf
