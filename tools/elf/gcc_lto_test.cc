// GCC's slim and fat objects, by the gcc of the system.
#include "elf/gcc_lto.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "elf/fixture.h"
#include "elf/mapped_file.h"
#include "elf/object_file.h"

namespace ltoscope::elf {
namespace {

constexpr char sources[] = R"(
int shared_by_all;
__attribute__((weak)) int weak_one(void) { return 1; }
extern int needed(void);
__attribute__((weak)) extern int maybe(void);
__attribute__((visibility("hidden"))) int hidden_data[5] = {1};
int strong_one(void) { return needed() + shared_by_all + (maybe ? maybe() : 0); }
)";

struct GccObject {
  GccObject(const Fixture& fixture, const std::string& flags) {
    fixture.write("x.c", sources);
    fixture.run("gcc -O1 -fcommon -c " + flags + " x.c -o x.o");
    file = std::make_unique<MappedFile>(fixture.folder() / "x.o");
    object = read_object(file->name(), file->bytes());
  }
  const ObjectSymbol& named(std::string_view name) const {
    auto found = std::find_if(object.symbols.begin(), object.symbols.end(),
                              [&](const ObjectSymbol& symbol) { return symbol.name == name; });
    if (found == object.symbols.end()) throw std::runtime_error(std::string(name) + " is missing");
    return *found;
  }
  std::unique_ptr<MappedFile> file;
  ObjectFile object;
};

TEST(GccLto, SlimObjectsGiveTheirSymbolsFromTheBytecode) {
  Fixture fixture;
  GccObject slim(fixture, "-flto");
  EXPECT_EQ(slim.object.content, ObjectContent::gcc_bytecode);
  EXPECT_THAT(slim.object.producer, testing::MatchesRegex("GCC LTO [0-9]+\\.[0-9]+"));
  EXPECT_FALSE(slim.object.unknown_symbols.has_value());
  EXPECT_EQ(slim.named("strong_one").role, SymbolRole::strong);
  EXPECT_FALSE(slim.named("strong_one").size.has_value());
  EXPECT_EQ(slim.named("weak_one").role, SymbolRole::weak);
  EXPECT_EQ(slim.named("needed").role, SymbolRole::undefined);
  EXPECT_EQ(slim.named("maybe").role, SymbolRole::weak_undefined);
  EXPECT_EQ(slim.named("shared_by_all").role, SymbolRole::common);
  EXPECT_EQ(slim.named("shared_by_all").size, 4);
  EXPECT_EQ(slim.named("hidden_data").visibility, Visibility::hidden);
}

TEST(GccLto, FatObjectsAreMachineCodeToo) {
  Fixture fixture;
  GccObject fat(fixture, "-flto -ffat-lto-objects");
  EXPECT_EQ(fat.object.content, ObjectContent::machine_code_and_gcc_bytecode);
  EXPECT_GT(fat.named("strong_one").size.value(), 0);
  GccObject plain(fixture, "-fno-lto");
  EXPECT_EQ(plain.object.content, ObjectContent::machine_code);
  EXPECT_EQ(plain.object.producer, "");
}

TEST(GccLto, TableOfAnUnknownFormIsUnknownAndGivesNothing) {
  auto reason = [](std::string_view bytes) {
    std::vector<ObjectSymbol> symbols;
    ByteReader section("x.o", "section", std::as_bytes(std::span(bytes.data(), bytes.size())),
                       std::endian::little);
    std::optional<std::string> unknown = read_gcc_symbols(section, symbols);
    EXPECT_EQ(symbols.size(), unknown ? 0 : 1);
    return unknown.value_or("known");
  };
  using namespace std::string_view_literals;
  EXPECT_EQ(reason("f\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"sv), "known");
  EXPECT_THAT(reason("f\0\0\x09\0\0\0\0\0\0\0\0\0\0\0\0\0"sv), testing::HasSubstr("offset 0x0"));
  EXPECT_THAT(reason("\x28\xb5\x2f\xfd and more of Zstandard"sv),
              testing::HasSubstr("symbol table of GCC's bytecode"));
  EXPECT_THAT(reason("f\0\0\0\0\0\0"sv), testing::HasSubstr("bytes at offset"));
}

}  // namespace
}  // namespace ltoscope::elf
