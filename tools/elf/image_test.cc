// What is refused, and how it is named; headers of either word size.
#include "elf/image.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "elf/fixture.h"

namespace ltoscope::elf {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

constexpr char one_function[] = "int one(void) { return 1; }";

std::string refusal(const std::filesystem::path& path) {
  return failure_of([&] { read_image(path); });
}

TEST(Image, LibraryIsReadAsWhatItIs) {
  Fixture fixture;
  Image image = read_image(fixture.library("one.so", one_function));
  EXPECT_EQ(image.machine, Machine::x86_64);
  EXPECT_EQ(image.type, FileType::shared_library);
  EXPECT_TRUE(image.wide);
  ASSERT_NE(find_section(image, ".text"), nullptr);
  EXPECT_TRUE(find_section(image, ".text")->executable);
  EXPECT_NE(find_segment(image, SegmentKind::dynamic), nullptr);
}

TEST(Image, MissingFileIsNamedWithTheReason) {
  EXPECT_EQ(refusal("/nowhere/libx.so"),
            "/nowhere/libx.so: cannot open: No such file or directory");
}

TEST(Image, DirectoryEmptyFileAndPipeAreRefused) {
  Fixture fixture;
  EXPECT_THAT(refusal(fixture.folder()), EndsWith("found a directory, expected an ELF file"));
  EXPECT_THAT(refusal(fixture.write("empty.so", "")),
              EndsWith("found an empty file, expected an ELF file"));
  std::filesystem::path pipe = fixture.folder() / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(refusal(pipe), HasSubstr("found a device, pipe or socket"));
}

TEST(Image, ForeignFilesAreNamedForWhatTheyAre) {
  Fixture fixture;
  fixture.compile("one.o", one_function, "-c");
  fixture.run("llvm-ar-19 rc one.a one.o && llvm-ar-19 rcT thin.a one.o");
  EXPECT_THAT(refusal(fixture.folder() / "one.a"), HasSubstr("found a static archive"));
  EXPECT_THAT(refusal(fixture.folder() / "thin.a"), HasSubstr("found a thin archive"));
  EXPECT_THAT(refusal(fixture.folder() / "one.o"), HasSubstr("found a relocatable object (.o)"));
  EXPECT_THAT(refusal(fixture.compile("one.bc", one_function, "-c -flto")),
              HasSubstr("found LLVM bitcode,"));
  EXPECT_THAT(refusal(fixture.write("wrapped.bc", "\xDE\xC0\x17\x0B....")),
              HasSubstr("found LLVM bitcode in its wrapper"));
  EXPECT_THAT(refusal(fixture.write("one.dll", "MZ\x90")), HasSubstr("found a Windows PE file"));
  EXPECT_THAT(refusal(fixture.write("one.dylib", "\xCF\xFA\xED\xFE")),
              HasSubstr("found a Mach-O file"));
  EXPECT_THAT(refusal(fixture.write("libc.so", "/* GNU ld script */\nGROUP ( libc.so.6 )\n")),
              HasSubstr("found a linker script"));
  EXPECT_THAT(refusal(fixture.write("notes.txt", "hello\n")), HasSubstr("found text"));
  EXPECT_THAT(refusal(fixture.write("noise", "\x01\x02\x03\x04")),
              HasSubstr("found unknown data that starts with 01 02 03 04"));
}

TEST(Image, TruncatedHeaderSaysWhereAndHowMuch) {
  Fixture fixture;
  std::filesystem::path path = fixture.library("one.so", one_function);
  std::filesystem::resize_file(path, 40);
  EXPECT_EQ(refusal(path), path.string() +
                               ": ELF header: found 40 bytes in file, expected 64 "
                               "bytes at offset 0x0");
}

TEST(Image, SegmentBeyondTheFileIsRefused) {
  Fixture fixture;
  std::filesystem::path path = fixture.library("one.so", one_function, "-nostdlib");
  fixture.run("llvm-objcopy-19 --strip-sections one.so");
  std::filesystem::resize_file(path, std::filesystem::file_size(path) - 1);
  EXPECT_THAT(refusal(path), HasSubstr(": segment "));
  EXPECT_THAT(refusal(path), StartsWith(path.string()));
}

TEST(Image, ThirtyTwoBitAndBigEndianFilesAreRead) {
  Fixture fixture;
  Image i386 = read_image(fixture.compile(
      "i386.so", one_function, "--target=i386-linux-gnu -fPIC -shared -nostdlib -fuse-ld=lld"));
  EXPECT_EQ(i386.machine, Machine::i386);
  EXPECT_FALSE(i386.wide);
  Image ppc = read_image(
      fixture.compile("ppc64.so", one_function,
                      "--target=powerpc64-linux-gnu -fPIC -shared -nostdlib -fuse-ld=lld"));
  EXPECT_EQ(ppc.machine, Machine::ppc64);
  EXPECT_EQ(ppc.order, std::endian::big);
  EXPECT_NE(find_section(ppc, ".text"), nullptr);
}

TEST(Image, FileWithoutSectionHeadersKeepsItsSegments) {
  Fixture fixture;
  std::filesystem::path path = fixture.library("one.so", one_function);
  fixture.run("llvm-objcopy-19 --strip-sections one.so");
  Image image = read_image(path);
  EXPECT_TRUE(image.sections.empty());
  EXPECT_NE(find_segment(image, SegmentKind::dynamic), nullptr);
}

}  // namespace
}  // namespace ltoscope::elf
