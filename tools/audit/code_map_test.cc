// Which functions an address is in, when they nest.
#include "audit/code_map.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace ltoscope::audit {
namespace {

constexpr uint64_t code_size = 1 << 20;

// A library of one section of code at address 0.
elf::Image image_of_code() {
  static const std::string content(code_size, '\x90');
  elf::Image image{};
  image.file = std::make_unique<const elf::MappedFile>("x", std::as_bytes(std::span(content)));
  image.machine = elf::Machine::x86_64;
  elf::Section code;
  code.kind = elf::SectionKind::other;
  code.loaded = code.executable = true;
  code.size = code_size;
  image.sections = {code};
  return image;
}

elf::Symbol function_symbol(uint64_t begin, uint64_t end) {
  elf::Symbol symbol{};
  symbol.kind = elf::SymbolKind::function;
  symbol.defined = true;
  symbol.address = begin;
  symbol.size = end - begin;
  return symbol;
}

TEST(CodeMap, FunctionsAroundAnAddressAreFoundBehindManySmallOnes) {
  elf::Image image = image_of_code();
  std::vector<elf::Symbol> symbols = {function_symbol(0, code_size), function_symbol(8, 0x90000)};
  for (uint64_t at = 16; at < 0x80000; at += 16) symbols.push_back(function_symbol(at, at + 8));
  CodeMap code = map_code(image, symbols, nullptr);
  for (uint64_t address : {0x85000u, 0x7fff8u, 0x1008u, 0x1018u}) {
    std::vector<elf::CodeExtent> around = functions_around(code, address);
    ASSERT_EQ(around.size(), 2u) << address;
    EXPECT_EQ(around[0].end, code_size);
    EXPECT_EQ(around[1].end, 0x90000u);
  }
  EXPECT_EQ(functions_around(code, 0x1007).size(), 3u);
  EXPECT_EQ(functions_around(code, 0x90000).size(), 1u);
}

TEST(CodeMap, HullIsAllThatSharesAFunction) {
  elf::Image image = image_of_code();
  CodeMap code = map_code(image,
                          {function_symbol(0x100, 0x180), function_symbol(0x200, 0x280),
                           function_symbol(0x240, 0x400), function_symbol(0x260, 0x270)},
                          nullptr);
  EXPECT_EQ(hull_around(code, 0x180), std::nullopt);
  EXPECT_EQ(hull_around(code, 0xff), std::nullopt);
  for (uint64_t address : {0x240u, 0x268u, 0x27fu}) {
    std::optional<elf::CodeExtent> hull = hull_around(code, address);
    ASSERT_TRUE(hull.has_value());
    EXPECT_EQ(hull->begin, 0x200u);
    EXPECT_EQ(hull->end, 0x400u);
  }
  EXPECT_EQ(hull_around(code, 0x300)->begin, 0x240u);
  EXPECT_EQ(hull_around(code, 0x17f)->end, 0x180u);
}

// A hostile file may let all its symbols nest; work for each address stays bounded.
TEST(CodeMap, OfFunctionsThatAllNestTheInnermostAreGiven) {
  elf::Image image = image_of_code();
  std::vector<elf::Symbol> symbols;
  constexpr uint64_t count = 100'000;
  for (uint64_t at = 0; at < count; ++at) symbols.push_back(function_symbol(at, code_size - at));
  CodeMap code = map_code(image, symbols, nullptr);
  for (uint64_t address = count; address < 2 * count; ++address) {
    std::vector<elf::CodeExtent> around = functions_around(code, address);
    ASSERT_EQ(around.size(), 64u);
    ASSERT_EQ(around.back().begin, count - 1);
    ASSERT_EQ(hull_around(code, address)->begin, 0u);
  }
}

}  // namespace
}  // namespace ltoscope::audit
