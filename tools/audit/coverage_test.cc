// What of the code could be looked at.
#include "audit/coverage.h"

#include <gtest/gtest.h>

#include "audit/audit.h"
#include "audit/small_libraries.h"
#include "elf/fixture.h"

namespace ltoscope::audit {
namespace {

Coverage covered(const std::filesystem::path& path) {
  Library library = read_library(path);
  LibrarySites sites = find_library_sites(library, WatchList::usual(), 1);
  return *coverage_of(library, sites, 2);
}

TEST(Coverage, CountsCodeByFunctionsAndTheirGaps) {
  elf::Fixture fixture;
  Coverage coverage =
      covered(fixture.library("x.so",
                              function("f", "call *%rax\njmp *%rcx") +
                                  ".byte 0x31, 0xc0, 0xcc, 0x90\n" + function("g", "ret"),
                              assembly));
  EXPECT_EQ(coverage.functions, 2);
  EXPECT_EQ(coverage.in_functions, 5);
  EXPECT_EQ(coverage.between_functions, 2);  // xor; the trap and the nop are padding
  EXPECT_EQ(coverage.undecodable, 0);
  EXPECT_EQ(coverage.indirect_calls, 1);
  EXPECT_EQ(coverage.indirect_jumps, 1);
  EXPECT_TRUE(coverage.boundaries_known);
}

TEST(Coverage, BytesThatAreNoInstructionAreNamed) {
  elf::Fixture fixture;
  Coverage coverage =
      covered(fixture.library("x.so", function("f", "nop\n.byte 0x06\nret"), assembly));
  EXPECT_EQ(coverage.undecodable, 1);
  EXPECT_NE(coverage.first_undecodable, 0u);
}

TEST(Coverage, OfAarch64CountsMarkedDataApart) {
  elf::Fixture fixture;
  std::string source = function("f", "blr x0\nbr x1") + "nop\n.inst 0\nmov x1, x2\n" +
                       function("g", "udf #7\nret\n.word 0x94000000, 0");
  fixture.compile("x.so", source,
                  "--target=aarch64-linux-gnu -shared -fuse-ld=lld " + std::string(assembly));
  Coverage coverage = covered(fixture.folder() / "x.so");
  EXPECT_EQ(coverage.functions, 2);
  EXPECT_EQ(coverage.code_bytes, 36);
  EXPECT_EQ(coverage.in_functions, 24);
  EXPECT_EQ(coverage.between_functions, 4);  // mov; the nop and the zeros are padding
  EXPECT_EQ(coverage.marked_as_data, 8);
  EXPECT_EQ(coverage.undecodable, 1);
  EXPECT_NE(coverage.first_undecodable, 0u);
  EXPECT_EQ(coverage.indirect_calls, 1);
  EXPECT_EQ(coverage.indirect_jumps, 1);
  fixture.run("llvm-strip-19 x.so");
  coverage = covered(fixture.folder() / "x.so");
  EXPECT_EQ(coverage.marked_as_data, 0);
  EXPECT_EQ(coverage.undecodable, 2);  // the zeros in g
}

}  // namespace
}  // namespace ltoscope::audit
