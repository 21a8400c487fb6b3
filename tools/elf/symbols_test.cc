// Symbols, their versions, and how many there are, with and without section headers.
#include "elf/symbols.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "elf/fixture.h"

namespace ltoscope::elf {
namespace {

constexpr char every_kind_of_symbol[] = R"(
extern void* malloc(unsigned long);
__attribute__((visibility("protected"))) int kept = 1;
__attribute__((visibility("hidden"))) int inner(void) { return kept; }
__attribute__((weak)) int weak_one(void) { return inner(); }
static int own(void) { return 3; }
int (*volatile use)(void) = own;
__thread int per_thread;
void* make(void) { return malloc((unsigned long)per_thread); }
)";

DynamicSymbols dynamic_symbols(const std::filesystem::path& path) {
  static std::vector<Image> images;  // symbol names point into them
  images.push_back(read_image(path));
  Dynamic dynamic = read_dynamic(images.back());
  return read_dynamic_symbols(images.back(), dynamic, read_relocations(images.back(), dynamic));
}

const Symbol& named(const std::vector<Symbol>& symbols, std::string_view name) {
  auto found = std::find_if(symbols.begin(), symbols.end(),
                            [&](const Symbol& symbol) { return symbol.name == name; });
  if (found == symbols.end()) throw std::runtime_error(std::string(name) + " is missing");
  return *found;
}

std::vector<std::string> names_of(const std::vector<Symbol>& symbols) {
  std::vector<std::string> names;
  for (const Symbol& symbol : symbols) names.emplace_back(symbol.name);
  std::sort(names.begin(), names.end());
  return names;
}

TEST(Symbols, BindingVisibilityKindAndDefinitionAreTold) {
  Fixture fixture;
  std::vector<Symbol> symbols =
      dynamic_symbols(fixture.library("x.so", every_kind_of_symbol)).symbols;
  EXPECT_EQ(named(symbols, "weak_one").binding, Binding::weak);
  EXPECT_EQ(named(symbols, "kept").visibility, Visibility::protected_from_others);
  EXPECT_EQ(named(symbols, "kept").kind, SymbolKind::data);
  EXPECT_EQ(named(symbols, "per_thread").kind, SymbolKind::thread_local_data);
  EXPECT_EQ(named(symbols, "make").kind, SymbolKind::function);
  EXPECT_TRUE(named(symbols, "make").defined);
  EXPECT_FALSE(named(symbols, "malloc").defined);
  EXPECT_EQ(named(symbols, "malloc").version.name, "GLIBC_2.2.5");
}

TEST(Symbols, FullTableHoldsHiddenAndOwnSymbolsUntilStripped) {
  Fixture fixture;
  Image image = read_image(fixture.library("x.so", every_kind_of_symbol));
  std::vector<Symbol> symbols = read_symbol_table(image).value();
  EXPECT_EQ(named(symbols, "own").binding, Binding::local);
  EXPECT_TRUE(named(symbols, "inner").defined);
  fixture.run("llvm-strip-19 x.so -o stripped.so");
  EXPECT_FALSE(read_symbol_table(read_image(fixture.folder() / "stripped.so")).has_value());
}

TEST(Symbols, EachHashStyleGivesTheSameSymbolsWithoutSections) {
  Fixture fixture;
  std::vector<std::string> expected =
      names_of(dynamic_symbols(fixture.library("x.so", every_kind_of_symbol)).symbols);
  for (std::string style : {"sysv", "gnu", "both"}) {
    fixture.library(style + ".so", every_kind_of_symbol, "-Wl,--hash-style=" + style);
    fixture.run("llvm-objcopy-19 --strip-sections " + style + ".so");
    DynamicSymbols found = dynamic_symbols(fixture.folder() / (style + ".so"));
    EXPECT_EQ(names_of(found.symbols), expected) << style;
    EXPECT_FALSE(found.doubt.has_value()) << style;
  }
}

TEST(Symbols, ClearedHashTableRaisesDoubtOnlyWithoutSections) {
  Fixture fixture;
  std::filesystem::path path =
      fixture.library("x.so", every_kind_of_symbol, "-Wl,--hash-style=gnu");
  uint64_t offset = find_section(read_image(path), ".gnu.hash")->offset;
  fixture.run(fmt::format("dd if=/dev/zero of=x.so bs=1 seek={} count=16 conv=notrunc", offset));
  EXPECT_FALSE(dynamic_symbols(path).doubt.has_value());
  fixture.run("llvm-objcopy-19 --strip-sections x.so");
  EXPECT_TRUE(dynamic_symbols(path).doubt.has_value());
}

TEST(Symbols, HashAndSectionThatDisagreeRaiseDoubt) {
  Fixture fixture;
  std::filesystem::path path =
      fixture.library("x.so", every_kind_of_symbol, "-Wl,--hash-style=sysv");
  uint64_t chain_count = find_section(read_image(path), ".hash")->offset + 4;
  fixture.run(fmt::format("printf '\\003' | dd of=x.so bs=1 seek={} conv=notrunc", chain_count));
  EXPECT_THAT(dynamic_symbols(path).doubt.value(), testing::HasSubstr("hash table says 3"));
}

TEST(Symbols, VersionsOfDefinitionsAreReadAndNamed) {
  Fixture fixture;
  fixture.write("v.map", "ONE { global: make; }; TWO { global: weak_one; local: *; } ONE;");
  DynamicSymbols found =
      dynamic_symbols(fixture.library("x.so", every_kind_of_symbol, "-Wl,--version-script=v.map"));
  EXPECT_EQ(named(found.symbols, "make").version.name, "ONE");
  EXPECT_EQ(named(found.symbols, "weak_one").version.name, "TWO");
  EXPECT_THAT(found.defined_versions, testing::IsSupersetOf({"ONE", "TWO"}));
  EXPECT_THAT(names_of(found.symbols), testing::Not(testing::Contains("kept")));
}

}  // namespace
}  // namespace ltoscope::elf
