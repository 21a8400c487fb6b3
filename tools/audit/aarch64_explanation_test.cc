// What one address of AArch64 code leads to.
#include "audit/aarch64_explanation.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "audit/small_libraries.h"
#include "elf/fixture.h"

namespace ltoscope::audit {
namespace {

using elf::Fixture;
using testing::HasSubstr;
using testing::Not;

constexpr char explained_flags[] = "--target=aarch64-linux-gnu -O2 -fPIC -shared -fuse-ld=lld ";

std::filesystem::path explained_assembly(const Fixture& fixture, const std::string& body) {
  return fixture.compile("x.so", ".globl f\n" + function("f", body),
                         explained_flags + std::string(assembly));
}

// Of the instruction that is that many words behind the function f, line by line.
std::string explained_word(const std::filesystem::path& path, uint64_t word, uint64_t byte = 0) {
  Library library = read_library(path);
  WatchList watch_list = WatchList::usual();
  LibrarySites sites = find_library_sites(library, watch_list, 1);
  uint64_t begin = 0;
  for (const elf::Symbol& symbol : library.dynamic_symbols.symbols) {
    if (symbol.name == "f") begin = symbol.address;
  }
  std::string text;
  for (const Explained& line :
       explain_address(library, sites, watch_list, begin + 4 * word + byte, {}).lines) {
    text += fmt::format("{}: {}\n", line.what, line.text);
  }
  return text;
}

TEST(Aarch64Explain, FollowsACallThroughThePltToItsSymbol) {
  Fixture fixture;
  std::filesystem::path path = explained_assembly(fixture, "nop\nbl malloc\nret");
  std::string text = explained_word(path, 1);
  EXPECT_THAT(text, HasSubstr("000094  bl 0x"));
  EXPECT_THAT(text, HasSubstr("PLT entry: 0x"));
  EXPECT_THAT(text, HasSubstr(": adrp x16, 0x"));
  EXPECT_THAT(text, HasSubstr("; br x17\n"));
  EXPECT_THAT(text, HasSubstr("R_AARCH64_JUMP_SLOT malloc"));
  EXPECT_THAT(text, HasSubstr("call site: call of malloc, PLT"));
  EXPECT_THAT(explained_word(path, 0), Not(HasSubstr("call site")));
}

TEST(Aarch64Explain, SaysWhatARegisterWasLoadedFromAlsoForOtherFunctions) {
  Fixture fixture;
  std::filesystem::path path = explained_assembly(fixture, R"(
  adrp x8, :got:anything
  ldr x8, [x8, :got_lo12:anything]
  blr x8
  blr x8
  ret)");
  EXPECT_THAT(explained_word(path, 1), HasSubstr("R_AARCH64_GLOB_DAT anything"));
  EXPECT_THAT(explained_word(path, 2), HasSubstr("register: x8 was loaded from 0x"));
  EXPECT_THAT(explained_word(path, 2), HasSubstr("R_AARCH64_GLOB_DAT anything"));
  EXPECT_THAT(explained_word(path, 2), Not(HasSubstr("a call came between")));
  EXPECT_THAT(explained_word(path, 3), HasSubstr(", and a call came between"));
}

TEST(Aarch64Explain, NamesTheThreadLocalOfEachModel) {
  Fixture fixture;
  std::string source = "extern __thread int foreign; int f(void) { return foreign; }";
  std::filesystem::path path =
      fixture.compile("x.so", source, explained_flags + std::string("-nostdlib"));
  bool found = false;
  for (uint64_t word = 0; word < 10; ++word) {
    std::string text = explained_word(path, word);
    found |= text.find("thread-local: descriptor: foreign") != text.npos;
  }
  EXPECT_TRUE(found);
  path = fixture.compile("y.so", source,
                         explained_flags + std::string("-nostdlib -ftls-model=initial-exec"));
  EXPECT_THAT(explained_word(path, 0) + explained_word(path, 1) + explained_word(path, 2),
              HasSubstr("thread-local: initial-exec: foreign"));
}

TEST(Aarch64Explain, PlacesWithinInstructionsAndDataAreSaidToBeThat) {
  Fixture fixture;
  std::filesystem::path path = explained_assembly(fixture, "ret\n.word 7\nudf #1");
  EXPECT_THAT(explained_word(path, 0, 2), HasSubstr("inside one that begins at"));
  EXPECT_THAT(explained_word(path, 0), Not(HasSubstr("data")));
  EXPECT_THAT(explained_word(path, 1), HasSubstr("a symbol marks it as data"));
  EXPECT_THAT(explained_word(path, 2), HasSubstr("no processor knows"));
}

TEST(Aarch64Explain, DebugInformationGivesTheLineAndWhatWasInlined) {
  Fixture fixture;
  std::filesystem::path path = fixture.compile("x.so", R"(
void* malloc(unsigned long);
static inline __attribute__((always_inline)) void* inner(unsigned long n) {
  return malloc(n + 1);
}
void* f(unsigned long n) { return inner(n); }
)",
                                               explained_flags + std::string("-g -nostdlib"));
  std::string text = explained_word(path, 1);
  EXPECT_THAT(text, HasSubstr("x.so.source:4\n"));
  EXPECT_THAT(text, HasSubstr("inlined: inner, at "));
  EXPECT_THAT(text, HasSubstr("x.so.source:6 into f\n"));
}

}  // namespace
}  // namespace ltoscope::audit
