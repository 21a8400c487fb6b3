// PLT entries that GNU ld gives to AArch64 files: call sites keep their count in each shape.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "audit/aarch64_stubs.h"
#include "audit/small_libraries.h"
#include "elf/fixture.h"

namespace ltoscope::audit {
namespace {

using elf::Fixture;

constexpr char gnu_ld[] =
    "--target=aarch64-linux-gnu -O2 -nostdlib --ld-path=aarch64-linux-gnu-ld ";

// Two calls, and two jumps of which one is conditional.
constexpr char plt_callers[] = R"(
typedef unsigned long size_t;
extern void* malloc(size_t);
void* plain(size_t n) { char* p = malloc(n); if (p) *p = 1; return p; }
void* again(size_t n) { char* p = malloc(n + 1); if (p) *p = 2; return p; }
void* tail(size_t n) { return malloc(n); }
void* conditional(size_t n, int c) { if (c) return malloc(n); return 0; }
)";

struct PltShape {
  const char* name;
  const char* flags;
  std::vector<std::string> entry;  // mnemonics
};

void PrintTo(const PltShape& shape, std::ostream* out) { *out << shape.name; }

const std::vector<PltShape> plt_shapes = {
    {"lazy", "-fPIC -shared", {"adrp", "ldr", "add", "br"}},
    {"eager", "-fPIC -shared -Wl,-z,now", {"adrp", "ldr", "add", "br"}},
    {"pac", "-fPIC -shared -Wl,-z,pac-plt", {"adrp", "ldr", "add", "autia1716", "br"}},
    {"bti_in_a_library", "-fPIC -shared -Wl,-z,force-bti", {"adrp", "ldr", "add", "br"}},
    {"bti", "-no-pie -Wl,-e,plain,-z,force-bti", {"bti", "adrp", "ldr", "add", "br"}},
    {"bti_and_pac",
     "-no-pie -Wl,-e,plain,-z,force-bti,-z,pac-plt",
     {"bti", "adrp", "ldr", "add", "autia1716", "br"}},
    {"bti_and_pac_eager",
     "-no-pie -Wl,-e,plain,-z,force-bti,-z,pac-plt,-z,now",
     {"bti", "adrp", "ldr", "add", "autia1716", "br"}},
};

class GnuPlt : public testing::TestWithParam<PltShape> {
 protected:
  std::filesystem::path link() const {
    fixture_.compile("libc.so", "void* malloc(unsigned long n) { return (void*)n; }",
                     std::string(gnu_ld) + "-fPIC -shared");
    return fixture_.compile("x", plt_callers,
                            gnu_ld + std::string(GetParam().flags) + " -Wl,--no-as-needed,libc.so");
  }

  const Fixture fixture_;
};

TEST_P(GnuPlt, LeavesTwoCallsAndTwoTailJumpsAlsoWhenStripped) {
  link();
  fixture_.run("llvm-strip-19 x -o stripped && llvm-objcopy-19 --strip-sections x no_sections");
  for (const char* file : {"x", "stripped", "no_sections"}) {
    CallCounts counts = counts_in(fixture_.folder() / file, "malloc");
    EXPECT_EQ(counts.call, 2) << file;
    EXPECT_EQ(counts.tail_jump, 2) << file;
    EXPECT_EQ(counts.of_form(SiteForm::plt), 4) << file;
    EXPECT_EQ(counts.unresolved, 0) << file;
    EXPECT_EQ(counts.address_in_code, 0) << file;
  }
}

TEST_P(GnuPlt, HasTheEntriesThatItsNameSays) {
  std::filesystem::path path = link();
  Library library = read_library(path);
  LibrarySites sites = find_library_sites(library, WatchList::usual(), 1);
  ASSERT_FALSE(sites.calls.sites.empty());
  std::optional<Aarch64Stub> entry = aarch64_stub_at(sites.code, sites.calls.sites[0].target);
  ASSERT_TRUE(entry);
  EXPECT_TRUE(entry->certain);
  EXPECT_EQ(entry->kind, Aarch64Stub::Kind::through_slot);
  EXPECT_EQ(entry->end - entry->begin, 4 * GetParam().entry.size());
  std::string pattern;
  for (const std::string& mnemonic : GetParam().entry) pattern += " *" + mnemonic;
  fixture_.run(
      "llvm-objdump-19 -d --no-show-raw-insn -j .plt x | awk '/^ /{print $2}' | "
      "tr '\n' ' ' | grep -E '" +
      pattern + "'");
}

INSTANTIATE_TEST_SUITE_P(Shapes, GnuPlt, testing::ValuesIn(plt_shapes),
                         [](const testing::TestParamInfo<PltShape>& info) {
                           return std::string(info.param.name);
                         });

// An entry whose slot begins a page adds nothing to the page's address.
TEST(Aarch64Plt, SlotAtThePagesBeginIsASlotToo) {
  Fixture fixture;
  std::filesystem::path path =
      fixture.compile("x.so",
                      function("f", "bl entry\nret") +
                          ".p2align 4\nentry:\nadrp x16, slot\nldr x17, [x16, "
                          ":lo12:slot]\nadd x16, x16, :lo12:slot\nbr x17\n" +
                          ".data\n.p2align 12\nslot: .xword malloc\n",
                      "--target=aarch64-linux-gnu -shared -fuse-ld=lld -Wl,-z,relro,-z,notext " +
                          std::string(assembly));
  Library library = read_library(path);
  LibrarySites sites = find_library_sites(library, WatchList::usual(), 1);
  bool found = false;
  for (const CodeArea& area : sites.code.areas) {
    for (uint64_t at = area.address; at < area.address + area.bytes.size(); at += 4) {
      std::optional<Aarch64Stub> stub = aarch64_stub_at(sites.code, at);
      found |= stub && stub->certain && stub->target % 4096 == 0;
    }
  }
  EXPECT_TRUE(found);
}

TEST(Aarch64Plt, LookAlikeThatUsesTheSlotOtherwiseIsNoEntry) {
  Fixture fixture;
  std::filesystem::path path = fixture.compile(
      "x.so",
      function("f", "adrp x16, :got:malloc\nldr x17, [x16, :got_lo12:malloc]\nmov x0, x17\nbr x17"),
      "--target=aarch64-linux-gnu -shared -fuse-ld=lld " + std::string(assembly));
  Library library = read_library(path);
  LibrarySites sites = find_library_sites(library, WatchList::usual(), 1);
  EXPECT_FALSE(aarch64_stub_at(sites.code, sites.code.ranges[0].begin));
  EXPECT_EQ(counts_in(path, "malloc").tail_jump, 1);
}

}  // namespace
}  // namespace ltoscope::audit
