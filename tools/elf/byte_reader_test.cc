// Reads inside the bytes succeed in either order; reads outside name file, place, found and
// expected.
#include "elf/byte_reader.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "elf/fixture.h"

namespace ltoscope::elf {
namespace {

constexpr std::array<unsigned char, 8> raw = {1, 2, 3, 4, 'a', 'b', 0, 'c'};

ByteReader reader(std::endian order = std::endian::little) {
  return {"x.so", "table", std::as_bytes(std::span(raw)), order};
}

TEST(ByteReader, NumbersFollowTheByteOrder) {
  EXPECT_EQ(reader().u32(0), 0x04030201u);
  EXPECT_EQ(reader(std::endian::big).u32(0), 0x01020304u);
  EXPECT_EQ(reader().u16(1), 0x0302u);
  EXPECT_EQ(reader().u8(7), 'c');
}

TEST(ByteReader, ReadThatCrossesTheEndIsRefused) {
  EXPECT_EQ(failure_of([] { reader().u32(5); }),
            "x.so: table: found 8 bytes, expected 4 bytes at offset 0x5");
}

TEST(ByteReader, OffsetThatWouldOverflowIsRefused) {
  uint64_t huge = std::numeric_limits<uint64_t>::max();
  EXPECT_NE(failure_of([&] { reader().u64(huge - 3); }), "no failure");
  EXPECT_NE(failure_of([&] { reader().part("inner", 4, huge); }), "no failure");
}

TEST(ByteReader, TextEndsAtItsNulAndNeedsOne) {
  EXPECT_EQ(reader().text(4), "ab");
  EXPECT_EQ(failure_of([] { reader().text(7); }),
            "x.so: table: found text at offset 0x7 without an end, expected a NUL after it");
}

TEST(ByteReader, PartNamesItself) {
  EXPECT_EQ(reader().part("inner", 4, 4).text(0), "ab");
  EXPECT_EQ(failure_of([] { reader().part("inner", 6, 4); }),
            "x.so: inner: found 8 bytes in table, expected 4 bytes at offset 0x6");
}

TEST(ByteCursor, Leb128NumbersKeepTheirSign) {
  constexpr std::array<unsigned char, 6> encoded = {0xe5, 0x8e, 0x26, 0x7f, 0x80, 0x7f};
  ByteReader bytes("x.so", "table", std::as_bytes(std::span(encoded)), std::endian::little);
  ByteCursor cursor(bytes, 0);
  EXPECT_EQ(cursor.unsigned_leb128(), 624485u);
  EXPECT_EQ(cursor.signed_leb128(), -1);
  EXPECT_EQ(cursor.signed_leb128(), -128);
  EXPECT_NE(failure_of([&] { cursor.u8(); }), "no failure");
}

TEST(ByteCursor, Leb128WithoutALastByteIsRefused) {
  std::array<unsigned char, 12> endless;
  endless.fill(0x80);
  ByteReader bytes("x.so", "table", std::as_bytes(std::span(endless)), std::endian::little);
  ByteCursor cursor(bytes, 0);
  EXPECT_NE(failure_of([&] { cursor.unsigned_leb128(); }).find("LEB128"), std::string::npos);
}

}  // namespace
}  // namespace ltoscope::elf
