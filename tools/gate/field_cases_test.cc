// Faults that people have met with other tools, each as the smallest input of its kind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>

#include "audit/figures.h"
#include "elf/fixture.h"
#include "gate/policy.h"
#include "gate/rule_outcome.h"

namespace ltoscope::gate {
namespace {

using elf::Fixture;
using testing::HasSubstr;

RuleOutcome late_outcome(const std::filesystem::path& library) {
  static const Policy policy = parse_policy(
      "version = 1\n[[rule]]\nid = \"r\"\nreason = \"why\"\nloadable_late = true\n", "p", {});
  constexpr std::chrono::year_month_day day(std::chrono::year(2030), std::chrono::month(6),
                                            std::chrono::day(15));
  return outcome_of(policy.rules.front(), audit::figures_of_file(library), nullptr, day);
}

// The small one would load, as long as nobody else took the room.
TEST(FieldCases, InitialExecThreadLocalsOfAnySizeAreNotLoadableLate) {
  for (int bytes : {64, 4096}) {
    for (std::string linker : {"-fuse-ld=lld", "-fuse-ld=bfd"}) {
      Fixture fixture;
      std::string source =
          "__thread char x[" + std::to_string(bytes) + "]; char* f(void) { return x; }";
      RuleOutcome fixed =
          late_outcome(fixture.library("x.so", source, "-ftls-model=initial-exec " + linker));
      EXPECT_EQ(fixed.status, RuleStatus::broken) << linker;
      EXPECT_THAT(fixed.message, HasSubstr(std::to_string(bytes) + " bytes of TLS")) << linker;
      EXPECT_THAT(fixed.found, HasSubstr("DF_STATIC_TLS")) << linker;
      EXPECT_EQ(late_outcome(fixture.library("y.so", source, linker)).status, RuleStatus::passed);
    }
  }
}

TEST(FieldCases, UniqueSymbolsOfGccAreCountedUnlessAnExportListHidesThem) {
  Fixture fixture;
  fixture.write("x.cc",
                "template <class T> struct Shared { static int count; };"
                "template <class T> int Shared<T>::count = 1;"
                "inline int& next() { static int value = 2; return value; }"
                "int use() { return Shared<int>::count + next(); }");
  fixture.write("x.map", "{ global: _Z3usev; local: *; };");
  auto unique = [&](const std::string& command) {
    fixture.run(command + " -O2 -fPIC -shared x.cc -o x.so");
    audit::FileFigures figures = audit::figures_of_file(fixture.folder() / "x.so");
    return audit::figure_named(figures, "exports.unique").number;
  };
  EXPECT_EQ(unique("g++"), 2);
  EXPECT_EQ(unique("g++ -Wl,--version-script=x.map"), 0);
  EXPECT_EQ(unique("clang++-19"), 0);
}

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

template <class Number>
void put(std::string& bytes, std::size_t offset, Number number) {
  std::memcpy(bytes.data() + offset, &number, sizeof number);
}

// Fields of the ELF header and of a program header, as the format has them.
constexpr std::size_t type_of_file = 0x10, first_program_header = 0x40, program_header_size = 56;
constexpr std::size_t offset_of_segment = 8, size_of_segment = 32, memory_of_segment = 40;

TEST(FieldCases, SegmentOfNoBytesMayLieAnywhere) {
  Fixture fixture;
  std::string bytes = bytes_of(fixture.library("x.so", "int f(void) { return 1; }"));
  std::size_t header = first_program_header;
  for (uint32_t type = 0; type != 4; header += program_header_size) {  // a note
    ASSERT_LT(header, 0x400u);
    std::memcpy(&type, bytes.data() + header, sizeof type);
    if (type == 4) break;
  }
  put(bytes, header + offset_of_segment, uint64_t{1} << 40);
  put(bytes, header + size_of_segment, uint64_t{0});
  put(bytes, header + memory_of_segment, uint64_t{0});
  audit::FileFigures figures = audit::figures_of_file(fixture.write("y.so", bytes));
  EXPECT_EQ(audit::figure_named(figures, "exports.total").number, 1);
}

TEST(FieldCases, HashTableWithoutBucketsEndsInAReason) {
  Fixture fixture;
  std::filesystem::path path = fixture.library("x.so", "int f(void) { return 1; }");
  elf::Image image = elf::read_image(path);
  std::string bytes = bytes_of(path);
  put(bytes, elf::find_section(image, ".gnu.hash")->offset, uint32_t{0});
  fixture.write("y.so", bytes);
  fixture.run("llvm-objcopy-19 --strip-sections y.so");
  std::string said = elf::failure_of([&] {
    audit::FileFigures figures = audit::figures_of_file(fixture.folder() / "y.so");
    EXPECT_FALSE(figures.exports.has_value()) << "no bucket, yet exports are said to be known";
  });
  EXPECT_EQ(said.find('\n'), said.npos);
}

TEST(FieldCases, ShortAndForeignFilesAreRefusedInOneLine) {
  Fixture fixture;
  std::string whole = bytes_of(fixture.library("x.so", "int f(void) { return 1; }"));
  for (std::size_t size : {0u, 4u, 64u, 300u}) {
    std::string said = elf::failure_of(
        [&] { audit::figures_of_file(fixture.write("cut.so", whole.substr(0, size))); });
    EXPECT_THAT(said, HasSubstr("cut.so: ")) << size;
    EXPECT_EQ(said.find('\n'), said.npos) << size;
  }
  put(whole, type_of_file, uint16_t{4});
  EXPECT_THAT(elf::failure_of([&] { audit::figures_of_file(fixture.write("core", whole)); }),
              HasSubstr("core"));
}

// Two mebibytes between segments are neither read nor called code.
TEST(FieldCases, LargeAlignmentChangesNoCount) {
  Fixture fixture;
  constexpr char source[] =
      "void* malloc(unsigned long); void* f(void) { return malloc(1); } int x = 1;";
  auto sites = [&](const std::string& size) {
    audit::FileFigures figures = audit::figures_of_file(fixture.library(
        "x.so", source, "-fno-builtin -Wl,-z,separate-loadable-segments,-z,max-page-size=" + size));
    EXPECT_EQ(audit::figure_named(figures, "properties.load_alignment").number, std::stoll(size));
    return audit::figure_named(figures, "sites.malloc").number;
  };
  EXPECT_EQ(sites("4096"), 1);
  EXPECT_EQ(sites("2097152"), 1);
}

}  // namespace
}  // namespace ltoscope::gate
