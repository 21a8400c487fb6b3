// Whose operators new and delete a library uses.
#include "audit/operators.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "elf/fixture.h"

namespace ltoscope::audit {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr char own_operators[] = R"(
using size = decltype(sizeof 0);
extern "C" void* malloc(size); extern "C" void free(void*);
void* operator new(size n) { return malloc(n); }
void operator delete(void* p) noexcept { free(p); }
void operator delete(void* p, size) noexcept { free(p); }
extern "C" void run() { delete new int; }
)";

constexpr char script[] = "{ global: run; wide; local: *; };";

// -lstdc++ is needed whether it is used or not.
Operators operators_of(const elf::Fixture& fixture, const std::string& source,
                       const std::string& flags) {
  fixture.write("run.map", script);
  return find_operators(read_library(
      fixture.library("x.so", source, "-x c++ -fno-builtin -Wl,--undefined-version " + flags)));
}

constexpr char needs_cxx[] = "-Wl,--no-as-needed ";

TEST(Operators, PrivateOnesBesideASharedCxxLibraryAreAFault) {
  elf::Fixture fixture;
  Operators found =
      operators_of(fixture, own_operators, std::string(needs_cxx) + "-Wl,--version-script=run.map");
  EXPECT_THAT(found.local, Contains("_Znwm"));
  EXPECT_THAT(found.exported, IsEmpty());
  EXPECT_THAT(found.cxx_libraries, ElementsAre("libstdc++.so.6"));
  EXPECT_THAT(allocator_faults(found), Contains(HasSubstr("for this library alone")));
}

TEST(Operators, PrivateOnesAloneAreNone) {
  elf::Fixture fixture;
  Operators found = operators_of(fixture, own_operators, "-nostdlib -Wl,--version-script=run.map");
  EXPECT_THAT(found.local, Contains("_ZdlPv"));
  EXPECT_THAT(allocator_faults(found), IsEmpty());
  EXPECT_EQ(allocator_doubt(found), std::nullopt);
}

TEST(Operators, ExportedOnesAreAFault) {
  elf::Fixture fixture;
  Operators found = operators_of(fixture, own_operators, "-nostdlib");
  EXPECT_THAT(found.exported, ElementsAre("_ZdlPv", "_ZdlPvm", "_Znwm"));
  EXPECT_THAT(allocator_faults(found), ElementsAre(HasSubstr("_ZdlPv, _ZdlPvm, _Znwm exported")));
}

constexpr char aligned_too[] = R"(
struct alignas(64) Wide { char bytes[64]; };
void* keep;
extern "C" void wide() { keep = new Wide; }
)";

TEST(Operators, FormsThatComeFromElsewhereAreAFault) {
  elf::Fixture fixture;
  Operators found = operators_of(fixture, std::string(own_operators) + aligned_too,
                                 "-std=c++17 -nostdlib -Wl,--version-script=run.map");
  EXPECT_THAT(found.imported, Contains("_ZnwmSt11align_val_t"));
  EXPECT_THAT(allocator_faults(found),
              ElementsAre(HasSubstr("while other forms are defined here")));
}

TEST(Operators, HostsOperatorsAreNoFaultAlsoWhenStripped) {
  elf::Fixture fixture;
  constexpr char user[] = "extern \"C\" int* run() { return new int; }";
  operators_of(fixture, user, needs_cxx);
  fixture.run("llvm-strip-19 x.so");
  Operators found = find_operators(read_library(fixture.folder() / "x.so"));
  EXPECT_THAT(found.imported, ElementsAre("_Znwm"));
  EXPECT_THAT(allocator_faults(found), IsEmpty());
  EXPECT_EQ(allocator_doubt(found), std::nullopt);
}

TEST(Operators, StrippedFileThatImportsNoneIsInDoubt) {
  elf::Fixture fixture;
  operators_of(fixture, own_operators, std::string(needs_cxx) + "-Wl,--version-script=run.map");
  fixture.run("llvm-strip-19 x.so");
  Operators found = find_operators(read_library(fixture.folder() / "x.so"));
  EXPECT_THAT(allocator_faults(found), IsEmpty());
  EXPECT_NE(allocator_doubt(found), std::nullopt);
}

}  // namespace
}  // namespace ltoscope::audit
