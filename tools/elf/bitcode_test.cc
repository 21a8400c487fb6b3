// Bitcode as clang writes it; the numbers in it that are changed here are found by their
// neighbours.
#include "elf/bitcode.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "elf/bitstream.h"
#include "elf/fixture.h"
#include "elf/mapped_file.h"

namespace ltoscope::elf {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr char every_role[] = R"(
int shared_by_all;
__attribute__((weak)) int weak_one(void) { return 1; }
extern int needed(void);
__attribute__((weak)) extern int maybe(void);
__attribute__((visibility("hidden"))) _Thread_local int own_to_thread;
static int local_one(void) { return own_to_thread; }
int (*volatile kept)(void) = local_one;
int strong_one(void) { return needed() + shared_by_all + (maybe ? maybe() : 0); }
)";

// The file stays mapped: names lie in it.
struct ReadBitcode {
  explicit ReadBitcode(const std::filesystem::path& path)
      : file(path), bitcode(read_bitcode(file.name(), file.bytes())) {}
  MappedFile file;
  Bitcode bitcode;

  const ObjectSymbol& named(std::string_view name) const {
    auto found = std::find_if(bitcode.symbols.begin(), bitcode.symbols.end(),
                              [&](const ObjectSymbol& symbol) { return symbol.name == name; });
    if (found == bitcode.symbols.end()) throw std::runtime_error(std::string(name) + " is missing");
    return *found;
  }
};

TEST(Bitcode, SymbolsAreToldWithTheirRoles) {
  Fixture fixture;
  ReadBitcode read(fixture.compile("x.bc", every_role, "-c -O1 -flto -fcommon -fPIC"));
  EXPECT_FALSE(read.bitcode.unknown_symbols.has_value());
  EXPECT_EQ(read.named("strong_one").role, SymbolRole::strong);
  EXPECT_EQ(read.named("strong_one").kind, SymbolKind::function);
  EXPECT_EQ(read.named("weak_one").role, SymbolRole::weak);
  EXPECT_EQ(read.named("needed").role, SymbolRole::undefined);
  EXPECT_EQ(read.named("maybe").role, SymbolRole::weak_undefined);
  EXPECT_EQ(read.named("local_one").role, SymbolRole::local);
  EXPECT_EQ(read.named("shared_by_all").role, SymbolRole::common);
  EXPECT_EQ(read.named("shared_by_all").size, 4);
  EXPECT_EQ(read.named("own_to_thread").kind, SymbolKind::thread_local_data);
  EXPECT_EQ(read.named("own_to_thread").visibility, Visibility::hidden);
  EXPECT_EQ(read.bitcode.triple, "x86_64-pc-linux-gnu");
  EXPECT_THAT(read.bitcode.producer, StartsWith("LLVM19."));
}

TEST(Bitcode, EachLtoIsTold) {
  Fixture fixture;
  struct Case {
    std::string flags;
    BitcodeLto lto;
  };
  for (const Case& one : {Case{"-flto=thin", BitcodeLto::thin}, Case{"-flto", BitcodeLto::full},
                          Case{"-emit-llvm", BitcodeLto::none}}) {
    ReadBitcode read(fixture.compile("x.bc", every_role, "-c " + one.flags));
    EXPECT_EQ(read.bitcode.lto, one.lto) << one.flags;
  }
  ReadBitcode split(fixture.compile(
      "split.bc", "struct A { virtual int f(); }; int A::f() { return 1; }",
      "-x c++ -c -flto=thin -fsplit-lto-unit -fwhole-program-vtables -fvisibility=hidden"));
  EXPECT_EQ(split.bitcode.modules, 2);
  EXPECT_EQ(split.bitcode.lto, BitcodeLto::thin_and_full);
  EXPECT_EQ(split.named("_ZN1A1fEv").role, SymbolRole::strong);
}

TEST(Bitcode, GroupsAndConstructorsAreTold) {
  Fixture fixture;
  ReadBitcode with(fixture.compile(
      "x.bc", "template <class T> T f(T x) { return x; } int g(); int a = g(); int b = f(a);",
      "-x c++ -c -flto=thin"));
  EXPECT_TRUE(with.bitcode.has_constructors);
  EXPECT_EQ(with.named("_Z1fIiET_S0_").group, "_Z1fIiET_S0_");
  EXPECT_EQ(with.named("_Z1fIiET_S0_").role, SymbolRole::weak);
  EXPECT_FALSE(
      ReadBitcode(fixture.compile("y.bc", every_role, "-c -flto")).bitcode.has_constructors);
}

std::string content_of(const std::filesystem::path& path) {
  MappedFile file(path);
  return {reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()};
}

TEST(Bitcode, WrapperIsSeenThrough) {
  Fixture fixture;
  std::string raw = content_of(fixture.compile("x.bc", every_role, "-c -flto"));
  std::string header("\xDE\xC0\x17\x0B\0\0\0\0\x14\0\0\0", 12);
  for (int shift = 0; shift < 32; shift += 8) header += static_cast<char>(raw.size() >> shift);
  header += std::string(4, '\0');
  ReadBitcode read(fixture.write("wrapped.bc", header + raw + "padding"));
  EXPECT_EQ(read.named("strong_one").role, SymbolRole::strong);
}

// The symbol table starts with its version, a producer's place and the header's size.
std::size_t table_in(const std::string& bitcode) {
  std::string modules("\x4c\0\0\0\x01\0\0\0", 8);
  return bitcode.find(modules) - 12;
}

TEST(Bitcode, UnknownVersionOrLayoutOfTheTableIsUnknown) {
  Fixture fixture;
  std::string raw = content_of(fixture.compile("x.bc", every_role, "-c -flto"));
  std::string newer = raw;
  ASSERT_EQ(newer.at(table_in(raw)), 3);
  newer[table_in(raw)] = 9;
  ReadBitcode read(fixture.write("newer.bc", newer));
  EXPECT_EQ(read.bitcode.unknown_symbols, "symbol table of version 9, known are 1 to 3");
  EXPECT_TRUE(read.bitcode.symbols.empty());
  EXPECT_EQ(read.bitcode.lto, BitcodeLto::full);
  std::string older = raw;
  older[table_in(raw)] = 1;
  EXPECT_THAT(ReadBitcode(fixture.write("older.bc", older)).bitcode.unknown_symbols.value(),
              HasSubstr("a header of 76 bytes in the symbol table, expected 68"));
}

TEST(Bitcode, TableThatIsNotOfAllModulesIsUnknown) {
  Fixture fixture;
  std::string raw = content_of(fixture.compile("x.bc", every_role, "-c -flto"));
  raw.at(table_in(raw) + 16) = 2;
  EXPECT_EQ(ReadBitcode(fixture.write("two.bc", raw)).bitcode.unknown_symbols,
            "the symbol table is of 2 modules, the file holds 1");
  fixture.compile("y.bc", "int y;", "-c -flto");
  fixture.run("llvm-cat-19 -b -o both.bc x.bc y.bc");
  ReadBitcode both(fixture.folder() / "both.bc");
  EXPECT_EQ(both.bitcode.modules, 2);
  EXPECT_EQ(both.bitcode.unknown_symbols, "the bitcode holds no symbol table");
}

TEST(Bitcode, EveryCutAndEveryFlippedByteEndsInAnAnswerOrOneLine) {
  Fixture fixture;
  std::string raw = content_of(fixture.compile("x.bc", every_role, "-c -O1 -flto=thin"));
  auto read = [](const std::string& bytes) {
    read_bitcode("x", std::as_bytes(std::span(bytes.data(), bytes.size())));
  };
  int refused = 0;
  for (std::size_t at = 4; at < raw.size(); at += 3) {
    refused += failure_of([&] { read(raw.substr(0, at)); }).starts_with("x: ");
    std::string flipped = raw;
    flipped[at] = static_cast<char>(~flipped[at]);
    EXPECT_THAT(failure_of([&] { read(flipped); }), testing::Not(HasSubstr("\n")));
  }
  EXPECT_GT(refused, 0);
}

TEST(Bitstream, ArraysOfNothingAndLongAbbreviationsAreRefused) {
  // Bits, lowest first, of a block at width 2: an abbreviation of an array whose elements have no
  // bits, then its use with a huge count.
  auto refusal = [](const std::string& bits) {
    std::vector<std::byte> bytes((bits.size() + 31) / 32 * 4 + 8);
    for (std::size_t at = 0; at < bits.size(); ++at) {
      if (bits[at] == '1') bytes[at / 8] |= std::byte(1 << (at % 8));
    }
    ByteReader reader("x", "bits", bytes, std::endian::little);
    BitBlockReader block(reader, {8, 0, bytes.size() * 8, 3});
    return failure_of([&] {
      while (block.next()) continue;
    });
  };
  // 010: define; 11000: three operands; literal 1; array (3); fixed (1) of 0 bits; 001: use.
  std::string empty_elements =
      "010"
      "11000"
      "1"
      "10000000"
      "0"
      "110"
      "0"
      "100"
      "00000"
      "001";
  EXPECT_THAT(refusal(empty_elements), HasSubstr("an array of constants"));
  EXPECT_THAT(refusal("010"
                      "00000"),
              HasSubstr("an abbreviation of 0 operands"));
  EXPECT_THAT(refusal("111"), HasSubstr("abbreviation 7 before bit 3"));
}

}  // namespace
}  // namespace ltoscope::elf
