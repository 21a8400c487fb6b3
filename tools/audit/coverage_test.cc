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

}  // namespace
}  // namespace ltoscope::audit
