// Every packing of the same relocations gives the same relocations.
#include "elf/relocations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "elf/fixture.h"
#include "elf/relocation_types.h"

namespace ltoscope::elf {
namespace {

// 106 addresses of its own, one of them apart from the others; two symbols of others; a call.
constexpr char pointers_and_a_call[] = R"(
extern int printf(const char*, ...);
extern int other;
static int a, b;
int* table[] = {&a, &b, &a, &b, &a};
int* longer_than_a_bitmap[100] = {[0 ... 99] = &b};
char gap[4096] = {1};
int* apart = &b;
int* of_other = &other;
int use(void) { return printf("%d", other); }
)";

struct Read {
  std::map<std::string, int64_t> counts;
  std::map<uint64_t, uint64_t> relative;  // address of the word, what the base is added to
  int64_t from_bitmaps;
  std::vector<uint64_t> addends_of_symbols;
};

// How far each relative relocation's word lies behind the first, which is where it depends on the
// size of the tables.
std::vector<uint64_t> distances(const Read& read) {
  std::vector<uint64_t> distances;
  for (const auto& [address, target] : read.relative) {
    distances.push_back(address - read.relative.begin()->first);
  }
  return distances;
}

Read read(const std::filesystem::path& path) {
  Image image = read_image(path);
  Relocations relocations = read_relocations(image, read_dynamic(image));
  Read read{{}, {}, relocations.from_relative_bitmaps(), {}};
  relocations.for_each([&](const Relocation& relocation) {
    ++read.counts[relocation_name(image.machine, relocation.type)];
    if (relocation_role(image.machine, relocation.type) == RelocationRole::relative) {
      read.relative[relocation.address] = addend_of(image, relocation).value();
    } else {
      read.addends_of_symbols.push_back(addend_of(image, relocation).value_or(0));
    }
  });
  return read;
}

constexpr char flags[] = "-nostdlib -Wl,--unresolved-symbols=ignore-all ";

TEST(Relocations, AreCountedByTheirFullName) {
  Fixture fixture;
  Read plain = read(fixture.library("x.so", pointers_and_a_call, flags));
  EXPECT_EQ(plain.counts, (std::map<std::string, int64_t>{{"R_X86_64_RELATIVE", 106},
                                                          {"R_X86_64_64", 1},
                                                          {"R_X86_64_GLOB_DAT", 1},
                                                          {"R_X86_64_JUMP_SLOT", 1}}));
  EXPECT_EQ(plain.relative.size(), 106u);
}

TEST(Relocations, BitmapsAndAndroidPackingUnpackToTheSame) {
  Fixture fixture;
  Read plain = read(fixture.library("plain.so", pointers_and_a_call, flags));
  for (std::string packing : {"relr", "android", "android+relr"}) {
    Read packed = read(fixture.library("packed.so", pointers_and_a_call,
                                       flags + ("-Wl,-z,notext,--pack-dyn-relocs=" + packing)));
    EXPECT_EQ(packed.counts, plain.counts) << packing;
    EXPECT_EQ(distances(packed), distances(plain)) << packing;
    EXPECT_EQ(packed.from_bitmaps, packing == "android" ? 0 : 106) << packing;
    EXPECT_EQ(packed.addends_of_symbols, (std::vector<uint64_t>{0, 0, 0})) << packing;
    // `apart` points to b, as the second word does.
    uint64_t b = std::next(packed.relative.begin())->second;
    EXPECT_EQ(packed.relative.rbegin()->second, b) << packing;
    EXPECT_NE(packed.relative.begin()->second, b) << packing;
  }
}

TEST(Relocations, ThirtyTwoBitTablesKeepTheirAddendInTheWord) {
  Fixture fixture;
  Read i386 = read(fixture.compile(
      "i386.so", pointers_and_a_call,
      std::string("--target=i386-linux-gnu -O2 -fPIC -shared -fuse-ld=lld ") + flags));
  EXPECT_EQ(i386.counts["R_386_RELATIVE"], 106);
  EXPECT_EQ(i386.counts["R_386_32"], 1);
  EXPECT_EQ(i386.counts["R_386_JUMP_SLOT"], 1);
  EXPECT_EQ(i386.relative.rbegin()->second, std::next(i386.relative.begin())->second);
}

TEST(Relocations, Aarch64NamesAreKnown) {
  Fixture fixture;
  Read aarch64 = read(fixture.compile(
      "arm.so", pointers_and_a_call,
      std::string("--target=aarch64-linux-gnu -O2 -fPIC -shared -fuse-ld=lld ") + flags));
  EXPECT_EQ(aarch64.counts["R_AARCH64_RELATIVE"], 106);
  EXPECT_EQ(aarch64.counts["R_AARCH64_JUMP_SLOT"], 1);
}

TEST(Relocations, TableBeyondTheFileIsRefused) {
  Fixture fixture;
  std::filesystem::path path = fixture.library("x.so", pointers_and_a_call, flags);
  Image image = read_image(path);
  Dynamic dynamic = read_dynamic(image);
  dynamic.relocations[0].place.size += 1 << 20;
  EXPECT_THAT(failure_of([&] { read_relocations(image, dynamic); }),
              testing::HasSubstr("relocations: found"));
}

TEST(Relocations, SharedPartOfTwoTablesIsReadOnce) {
  Fixture fixture;
  Image image = read_image(fixture.library("x.so", pointers_and_a_call, flags));
  Dynamic dynamic = read_dynamic(image);
  auto count = [&] {
    int64_t entries = 0;
    read_relocations(image, dynamic).for_each([&](const Relocation&) { ++entries; });
    return entries;
  };
  int64_t once = count();
  RelocationPlace part = dynamic.relocations[0];
  part.place.size = sizeof(uint64_t) * 3;  // one relocation
  dynamic.relocations.push_back(part);
  dynamic.relocations.push_back(dynamic.relocations[0]);
  EXPECT_EQ(count(), once);
}

}  // namespace
}  // namespace ltoscope::elf
