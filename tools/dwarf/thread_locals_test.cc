// Thread-local variables and records of calls.
#include "dwarf/thread_locals.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "dwarf/call_site_records.h"
#include "dwarf/small_sources.h"

namespace ltoscope::dwarf {
namespace {

using elf::Fixture;
using testing::ElementsAre;

constexpr char two_thread_locals[] = R"(
static __thread long first = 1;
static __thread int second = 2;
int plain = 3;
int use(void) { return (int)++first + ++second + ++plain; }
)";

ThreadLocals thread_locals_of(const std::filesystem::path& library) {
  elf::Image image = elf::read_image(library);
  return thread_locals(open_debug_info(image, {}), 2);
}

TEST(ThreadLocals, OffsetsAreThoseOfTheSymbols) {
  Fixture fixture;
  for (const char* flags :
       {"-g -gdwarf-4", "-g -gdwarf-5", "-g -gdwarf-4 -gsplit-dwarf -c", "-g -gsplit-dwarf -c"}) {
    fixture.write("x.c", two_thread_locals);
    fixture.run(fmt::format(
        "clang-19 -O2 -fPIC {} x.c -c -o x.o && clang-19 -shared -fuse-ld=lld x.o -o x.so", flags));
    ThreadLocals found = thread_locals_of(fixture.folder() / "x.so");
    EXPECT_THAT(found.variables,
                ElementsAre(ThreadLocal{0, "", "first", 8}, ThreadLocal{8, "", "second", 4}))
        << flags;
    EXPECT_TRUE(found.incomplete.empty());
  }
}

TEST(ThreadLocals, SizesAreThoseOfTheTypes) {
  Fixture fixture;
  ThreadLocals found = thread_locals_of(fixture.library("x.so", R"(
typedef struct { long a; char b; } pair;
static __thread const volatile pair pairs[3][2] = {{{1, 2}}};
static __thread char* text;
struct never; static __thread struct never* pointer;
long use(int n) { text = (char*)&pointer; pointer = (struct never*)&text; return pairs[n][0].a; }
)",
                                                        "-g"));
  std::map<std::string, uint64_t> sizes;
  for (const ThreadLocal& one : found.variables) sizes[one.name] = one.size;
  EXPECT_EQ(sizes, (std::map<std::string, uint64_t>{{"pairs", 96}, {"pointer", 8}, {"text", 8}}));
}

TEST(ThreadLocals, ALibraryWithoutAnyHasNone) {
  Fixture fixture;
  EXPECT_TRUE(thread_locals_of(fixture.library("x.so", nested_calls, "-g")).variables.empty());
}

TEST(ThreadLocals, MissingDebugInformationIsAReason) {
  Fixture fixture;
  ThreadLocals found = thread_locals_of(fixture.library("x.so", two_thread_locals));
  EXPECT_TRUE(found.variables.empty());
  EXPECT_FALSE(found.incomplete.empty());
}

constexpr char three_calls[] = R"(
extern int outside(int);
static __attribute__((noinline)) int inside(int n) { return outside(n) * 3; }
int ordinary(int n) { return inside(n + 1) + outside(n); }
int tail(int n) { return inside(n * 5); }
int pointer(int (*f)(int)) { return f(1) + 1; }
)";

std::vector<std::string> targets_of(const std::filesystem::path& library, bool tail_calls) {
  elf::Image image = elf::read_image(library);
  CallSiteRecords found = call_site_records(open_debug_info(image, {}), 1);
  std::vector<std::string> targets;
  for (const CallSiteRecord& record : found.records) {
    if (record.tail_call == tail_calls) targets.push_back(record.target);
  }
  std::sort(targets.begin(), targets.end());
  return targets;
}

TEST(CallSiteRecords, TargetsOfCallsAndTailCallsAreTold) {
  Fixture fixture;
  std::filesystem::path library = fixture.library("x.so", three_calls, "-g -Wl,-z,undefs");
  EXPECT_THAT(targets_of(library, true), ElementsAre("inside"));
  EXPECT_THAT(targets_of(library, false), ElementsAre("", "inside", "outside", "outside"));
}

TEST(CallSiteRecords, AddressesAreBehindTheCall) {
  Fixture fixture;
  elf::Image image = elf::read_image(fixture.library("x.so", three_calls, "-g -Wl,-z,undefs"));
  std::vector<uint64_t> code = addresses_of(image, "ordinary");
  CallSiteRecords found = call_site_records(open_debug_info(image, {}), 1);
  int64_t inside =
      std::count_if(found.records.begin(), found.records.end(), [&](const CallSiteRecord& record) {
        return record.return_address && *record.return_address > code.front() &&
               *record.return_address <= code.back();
      });
  EXPECT_EQ(inside, 2);
}

TEST(CallSiteRecords, UnoptimisedCodeHasNone) {
  Fixture fixture;
  EXPECT_THAT(targets_of(fixture.library("x.so", three_calls, "-O0 -g -Wl,-z,undefs"), false),
              ElementsAre());
}

}  // namespace
}  // namespace ltoscope::dwarf
