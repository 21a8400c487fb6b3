// Archives of every kind, as GNU ar and llvm-ar write them, and broken ones.
#include "elf/archive.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "elf/fixture.h"

namespace ltoscope::elf {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr char long_name[] = "a_name_that_is_too_long_for_a_header.o";

// Two objects, one of odd size by a byte at its end.
void write_members(const Fixture& fixture) {
  fixture.compile("one.o", "int one(void) { return 1; }", "-c");
  fixture.compile(long_name, "int two(void) { return 2; } int three;", "-c");
  fixture.run("test $(($(stat -c %s one.o) % 2)) = 1 || printf x >> one.o");
}

std::vector<std::string> names_in(const Archive& archive) {
  std::vector<std::string> names;
  for (const ArchiveMember& member : archive.members) names.push_back(member.name);
  return names;
}

std::vector<std::string> indexed(const Archive& archive) {
  std::vector<std::string> symbols;
  for (const ArchiveIndexEntry& entry : *archive.index) symbols.emplace_back(entry.symbol);
  return symbols;
}

std::string text_of_member(const ArchiveMember& member) {
  return {reinterpret_cast<const char*>(member.bytes.data()), member.bytes.size()};
}

std::string text_of_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

TEST(Archive, EveryKindGivesNamesBytesAndIndex) {
  Fixture fixture;
  write_members(fixture);
  for (std::string command :
       {"ar rcs", "ar rcsT", "llvm-ar-19 rcs --format=gnu", "llvm-ar-19 rcs --thin",
        "llvm-ar-19 rcs --format=bsd", "SYM64_THRESHOLD=0 llvm-ar-19 rcs --format=gnu"}) {
    fixture.run(fmt::format("rm -f x.a && {} x.a one.o {}", command, long_name));
    Archive archive = read_archive(fixture.folder() / "x.a");
    EXPECT_THAT(names_in(archive), ElementsAre("one.o", long_name)) << command;
    EXPECT_THAT(indexed(archive), ElementsAre("one", "two", "three")) << command;
    EXPECT_EQ(archive.index->at(0).member_offset, archive.members[0].header_offset);
    EXPECT_EQ(archive.index->at(2).member_offset, archive.members[1].header_offset);
    // BSD pads its members with newlines.
    EXPECT_THAT(text_of_member(archive.members[0]),
                testing::StartsWith(text_of_file(fixture.folder() / "one.o")));
  }
}

TEST(Archive, WideIndexIsRead) {
  Fixture fixture;
  write_members(fixture);
  fixture.run("SYM64_THRESHOLD=0 llvm-ar-19 rcs --format=gnu x.a one.o && grep -q /SYM64/ x.a");
  Archive archive = read_archive(fixture.folder() / "x.a");
  EXPECT_THAT(indexed(archive), ElementsAre("one"));
  EXPECT_EQ(archive.index->at(0).member_offset, archive.members[0].header_offset);
}

TEST(Archive, WithoutIndexIsNotOneWithAnEmptyIndex) {
  Fixture fixture;
  write_members(fixture);
  fixture.run("llvm-ar-19 rcS x.a one.o");
  EXPECT_FALSE(read_archive(fixture.folder() / "x.a").index.has_value());
}

TEST(Archive, ThinMembersAreFoundFromTheArchivesFolder) {
  Fixture fixture;
  write_members(fixture);
  fixture.run("mkdir out && ar rcsT out/x.a one.o");
  Archive archive = read_archive(fixture.folder() / "out/x.a");
  EXPECT_TRUE(archive.thin);
  EXPECT_EQ(archive.members.at(0).name, "../one.o");
  EXPECT_EQ(text_of_member(archive.members[0]), text_of_file(fixture.folder() / "one.o"));
}

TEST(Archive, ThinMemberOfAnotherArchiveIsFoundInIt) {
  Fixture fixture;
  write_members(fixture);
  fixture.run(fmt::format("ar rcs inner.a {} one.o && ar rcsT x.a inner.a", long_name));
  Archive archive = read_archive(fixture.folder() / "x.a");
  ASSERT_EQ(archive.members.size(), 2);
  EXPECT_EQ(archive.members[1].name, "inner.a(one.o)");
  EXPECT_EQ(text_of_member(archive.members[1]), text_of_file(fixture.folder() / "one.o"));
}

TEST(Archive, MissingAndChangedFilesOfThinArchivesAreTold) {
  Fixture fixture;
  write_members(fixture);
  fixture.run(fmt::format("ar rcsT x.a one.o {0} && rm one.o && printf y >> {0}", long_name));
  Archive archive = read_archive(fixture.folder() / "x.a");
  EXPECT_THAT(archive.members[0].missing.value(), HasSubstr("one.o: cannot open"));
  EXPECT_THAT(archive.members[1].missing.value(), HasSubstr("expected the"));
}

TEST(Archive, EqualNamesAreTwoMembers) {
  Fixture fixture;
  write_members(fixture);
  fixture.run(
      "mkdir a b && cp one.o a/u.o && cp one.o b/u.o && llvm-ar-19 rcs x.a a/u.o && "
      "llvm-ar-19 qcs x.a b/u.o");
  EXPECT_THAT(names_in(read_archive(fixture.folder() / "x.a")), ElementsAre("u.o", "u.o"));
}

std::string refused_archive(const Fixture& fixture, const std::string& content) {
  return failure_of([&] { read_archive(fixture.write("bad.a", content)); });
}

std::string header_of(const std::string& name, const std::string& size) {
  return fmt::format("{:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", name, 0, 0, 0, 644, size);
}

TEST(Archive, BrokenOnesAreRefusedWithTheOffset) {
  Fixture fixture;
  std::string magic = "!<arch>\n";
  EXPECT_THAT(refused_archive(fixture, magic + "short"), HasSubstr("member header at offset 0x8"));
  EXPECT_THAT(refused_archive(fixture, magic + header_of("x/", "1e9")),
              HasSubstr("found member size \"1e9\", expected a decimal number"));
  EXPECT_THAT(refused_archive(fixture, magic + header_of("x/", "9999999999")),
              HasSubstr("member at offset 0x8: found 68 bytes"));
  EXPECT_THAT(refused_archive(fixture, magic + header_of("/7", "0")),
              HasSubstr("member name \"/7\" at offset 0x8"));
  EXPECT_THAT(refused_archive(fixture, magic + std::string(60, 'x')), HasSubstr("0x60 0x0a"));
  EXPECT_THAT(refused_archive(fixture, magic + header_of("#1/90", "4") + "abcd"),
              HasSubstr("a name within the member"));
  EXPECT_THAT(refused_archive(fixture, magic + header_of("x/", "1\n2")),
              HasSubstr("member size \"1\\x0a2\""));
  EXPECT_THAT(refused_archive(fixture, "neither"), HasSubstr("expected an archive of ar"));
}

TEST(Archive, OneFileNamedOverAndOverIsRefused) {
  Fixture fixture;
  fixture.write("u.o", "0123456789");
  std::string thin = "!<thin>\n" + header_of("//", "6") + "u.o/\n\n";
  std::string member = header_of("/0", "10");
  for (int times = 0; times < 64; ++times) thin += member;
  EXPECT_EQ(read_archive(fixture.write("thin.a", thin)).members.size(), 64);
  EXPECT_THAT(refused_archive(fixture, thin + member),
              HasSubstr("members of 650 bytes in files of 10, expected at most 64 times as much"));
}

TEST(Archive, IndexThatClaimsMoreThanItHoldsIsRefused) {
  Fixture fixture;
  std::string index("\xff\xff\xff\xff\0\0\0\0", 8);
  EXPECT_THAT(refused_archive(fixture, "!<arch>\n" + header_of("/", "8") + index),
              HasSubstr("symbol index: found 4294967295 symbols in 8 bytes, expected at most 1"));
}

}  // namespace
}  // namespace ltoscope::elf
