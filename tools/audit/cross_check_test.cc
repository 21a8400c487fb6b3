// A second opinion that agrees, and one that does not.
#include "audit/cross_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "elf/fixture.h"

namespace ltoscope::audit {
namespace {

constexpr char cross_checked[] = R"(
typedef unsigned long size_t;
void* malloc(size_t); void free(void*);
void* (*table)(size_t) = malloc;
void* twice(size_t n) { free(malloc(n)); return malloc(n + 1); }
)";

TEST(CrossCheck, AgreesOnAnOrdinaryLibrary) {
  elf::Fixture fixture;
  CrossCheck check =
      cross_check(audit_file(fixture.library("x.so", cross_checked, "-fno-builtin"), {}));
  EXPECT_FALSE(check.differs());
  EXPECT_THAT(check.not_compared, testing::IsEmpty());
  auto sites = [&](const std::string& figure) {
    for (const CrossChecked& checked : check.figures) {
      if (checked.figure == figure) return checked.text.value_or(-1);
    }
    return int64_t{-1};
  };
  EXPECT_EQ(sites("sites.malloc"), 2);
  EXPECT_EQ(sites("sites.free"), 1);
  EXPECT_EQ(sites("relocations.R_X86_64_64"), 1);
}

TEST(CrossCheck, TellsWhatDiffers) {
  elf::Fixture fixture;
  Audit audit = audit_file(fixture.library("x.so", cross_checked, "-fno-builtin"), {});
  audit.calls[0].call = *audit.calls[0].call + 1;
  EXPECT_TRUE(cross_check(audit).differs());
}

}  // namespace
}  // namespace ltoscope::audit
