// Machine code before linking: symbols, groups, relocations; and what each kind of input is.
#include "elf/object_file.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "elf/fixture.h"
#include "elf/mapped_file.h"

namespace ltoscope::elf {
namespace {

using testing::HasSubstr;

struct ReadObject {
  explicit ReadObject(const std::filesystem::path& path)
      : file(path), object(read_object(file.name(), file.bytes())) {}
  MappedFile file;
  ObjectFile object;

  const ObjectSymbol& named(std::string_view name) const {
    auto found = std::find_if(object.symbols.begin(), object.symbols.end(),
                              [&](const ObjectSymbol& symbol) { return symbol.name == name; });
    if (found == object.symbols.end()) throw std::runtime_error(std::string(name) + " is missing");
    return *found;
  }
};

constexpr char templates[] = R"(
template <class T> T twice(T x) { return x + x; }
int needed();
int strong_one = 3;
int use(int x) { return twice(x) + needed(); }
struct Starts { Starts(); } at_start;
static int local_one;
int* keep() { return &local_one; }
)";

TEST(ObjectFile, MachineCodeTellsRolesGroupsAndConstructors) {
  Fixture fixture;
  for (std::string target :
       {"", "--target=aarch64-linux-gnu ", "--target=powerpc64-linux-gnu -mabi=elfv2 ",
        "--target=i386-linux-gnu "}) {
    ReadObject read(fixture.compile("x.o", templates, "-x c++ -c -O0 " + target));
    EXPECT_EQ(read.object.content, ObjectContent::machine_code) << target;
    EXPECT_EQ(read.named("_Z5twiceIiET_S0_").role, SymbolRole::weak) << target;
    EXPECT_EQ(read.named("_Z5twiceIiET_S0_").group, "_Z5twiceIiET_S0_") << target;
    EXPECT_EQ(read.named("strong_one").role, SymbolRole::strong) << target;
    EXPECT_EQ(read.named("strong_one").size, 4) << target;
    EXPECT_EQ(read.named("_Z6neededv").role, SymbolRole::undefined) << target;
    EXPECT_EQ(read.named("_Z3usei").group, "") << target;
    EXPECT_TRUE(read.object.has_constructors) << target;
  }
}

TEST(ObjectFile, WithoutConstructorsNoneAreClaimed) {
  Fixture fixture;
  ReadObject read(fixture.compile("x.o", "int f(void) { return 1; }", "-c"));
  EXPECT_FALSE(read.object.has_constructors);
  EXPECT_EQ(read.object.machine, "x86-64");
}

TEST(ObjectFile, FatObjectOfClangIsBothKinds) {
  Fixture fixture;
  ReadObject fat(fixture.compile("x.o", templates, "-x c++ -c -O1 -flto=thin -ffat-lto-objects"));
  EXPECT_EQ(fat.object.content, ObjectContent::machine_code_and_bitcode);
  EXPECT_EQ(fat.object.lto, BitcodeLto::thin);
  EXPECT_EQ(fat.object.triple, "x86_64-pc-linux-gnu");
  EXPECT_GT(fat.named("_Z3usei").size.value(), 0);
  ReadObject slim(fixture.compile("x.bc", templates, "-x c++ -c -flto --target=aarch64-linux-gnu"));
  EXPECT_EQ(slim.object.content, ObjectContent::bitcode);
  EXPECT_EQ(slim.object.machine, "AArch64");
  EXPECT_FALSE(slim.named("_Z3usei").size.has_value());
}

TEST(ObjectFile, WhatIsNoObjectIsNamed) {
  Fixture fixture;
  EXPECT_EQ(ReadObject(fixture.write("x", "hello\n")).object.what, "text");
  EXPECT_EQ(ReadObject(fixture.library("x.so", "int x;")).object.what, "a linked ELF file");
}

TEST(ObjectFile, CommonAndUniqueSymbolsAreTold) {
  Fixture fixture;
  ReadObject read(fixture.compile("x.o",
                                  ".comm pool,24,8\n"
                                  ".section .data.u,\"aw\"\n.type one,@gnu_unique_object\n"
                                  "one: .quad 0\n.size one,8\n",
                                  "-x assembler -c"));
  EXPECT_EQ(read.named("pool").role, SymbolRole::common);
  EXPECT_EQ(read.named("pool").size, 24);
  EXPECT_EQ(read.named("one").role, SymbolRole::weak);
}

TEST(ObjectFile, MoreSectionsThanSixteenBitsCountAreRead) {
  Fixture fixture;
  ReadObject read(fixture.compile("x.o",
                                  ".altmacro\n.set n,0\n.macro one k\n"
                                  ".section .text,\"ax\",@progbits,unique,\\k\nnop\n.endm\n"
                                  ".rept 66000\n.set n,n+1\none %n\n.endr\n"
                                  ".globl last\n.type last,@function\nlast: ret\n.size last,1\n",
                                  "-x assembler -c"));
  EXPECT_GT(read.object.elf->sections.size(), 66000);
  EXPECT_GT(read.named("last").section, 65535);
}

TEST(ObjectFile, RelocationsNameSectionOffsetSymbolAndAddend) {
  Fixture fixture;
  ReadObject read(
      fixture.compile("x.o", ".globl f\nf: call g\n.data\n.quad h+8\n", "-x assembler -c"));
  std::vector<std::vector<ObjectRelocation>> all = read_object_relocations(*read.object.elf);
  std::vector<std::string> found;
  for (const std::vector<ObjectRelocation>& section : all) {
    for (const ObjectRelocation& one : section) {
      found.push_back(fmt::format("{}+{} at {}", read.object.elf->symbols[one.symbol].name,
                                  one.addend.value(), one.offset));
    }
  }
  EXPECT_THAT(found, testing::UnorderedElementsAre("g+-4 at 1", "h+8 at 0"));
}

// "name letter" of each symbol as nm prints it, with letters that each kind of object can tell.
std::vector<std::string> as_nm_prints(const ObjectFile& object) {
  std::vector<std::string> lines;
  for (const ObjectSymbol& symbol : object.symbols) {
    bool data = symbol.kind == SymbolKind::data || symbol.kind == SymbolKind::thread_local_data;
    char letter = data ? 'D' : 'T';
    if (symbol.role == SymbolRole::undefined) letter = 'U';
    if (symbol.role == SymbolRole::weak_undefined) letter = 'w';
    if (symbol.role == SymbolRole::weak) letter = 'W';
    if (symbol.role == SymbolRole::common) letter = 'C';
    lines.push_back(fmt::format("{} {}", symbol.name, letter));
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

TEST(ObjectFile, NamesAndRolesAreThoseThatLlvmNmPrints) {
  Fixture fixture;
  std::string source = std::string(templates) +
                       "__attribute__((weak)) int maybe(); int ask() { return maybe ? 1 : 0; }"
                       "inline int shared = 4; int* point() { return &shared; }"
                       "thread_local int own; int* mine() { return &own; }"
                       "extern \"C\" int pool; int pool;";
  for (std::string flags :
       {"-O0", "-O2", "-flto=thin", "-flto -O1", "-O1 --target=aarch64-linux-gnu"}) {
    ReadObject read(fixture.compile("x.o", source, "-x c++ -fPIC -c " + flags));
    // Bytes of zeros, weak data and constants have letters of their own; bitcode knows none of
    // them.
    fixture.run(
        "llvm-nm-19 --extern-only --format=posix x.o | cut -d' ' -f1,2 |"
        "sed 's/ [BRS]$/ D/; s/ V$/ W/; s/ v$/ w/' | LC_ALL=C sort > names");
    std::vector<std::string> expected;
    std::ifstream names(fixture.folder() / "names");
    for (std::string line; std::getline(names, line);) expected.push_back(line);
    EXPECT_THAT(as_nm_prints(read.object), testing::ElementsAreArray(expected)) << flags;
    EXPECT_GT(expected.size(), 9);
  }
}

TEST(ObjectFile, EveryCutAndEveryFlippedByteEndsInAnAnswerOrOneLine) {
  Fixture fixture;
  MappedFile file(fixture.compile("x.o", templates, "-x c++ -c -O1 -ffat-lto-objects -flto"));
  std::string raw(reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size());
  auto read = [](const std::string& bytes) {
    ObjectFile object = read_object("x", std::as_bytes(std::span(bytes.data(), bytes.size())));
    if (object.elf) read_object_relocations(*object.elf);
  };
  for (std::size_t at = 8; at < raw.size(); at += 7) {
    EXPECT_THAT(failure_of([&] { read(raw.substr(0, at)); }), testing::Not(HasSubstr("\n")));
    std::string flipped = raw;
    flipped[at] = static_cast<char>(~flipped[at]);
    EXPECT_THAT(failure_of([&] { read(flipped); }), testing::Not(HasSubstr("\n")));
  }
}

}  // namespace
}  // namespace ltoscope::elf
