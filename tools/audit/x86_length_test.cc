// Lengths and references against what an assembler writes.
#include "audit/x86_length.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <vector>

#include "audit/code_map.h"
#include "audit/library.h"
#include "audit/x86_instruction.h"
#include "audit/x86_usual_length.h"
#include "elf/fixture.h"
#include "elf/mapped_file.h"

namespace ltoscope::audit {
namespace {

std::vector<std::byte> bytes(std::initializer_list<int> values) {
  std::vector<std::byte> result;
  for (int value : values) result.push_back(static_cast<std::byte>(value));
  return result;
}

int length_of(std::initializer_list<int> values) {
  std::optional<Outline> found = outline(bytes(values));
  return found ? found->length : 0;
}

TEST(X86Length, KnowsPrefixesOperandsAndImmediates) {
  EXPECT_EQ(length_of({0xc3}), 1);
  EXPECT_EQ(length_of({0x66, 0x66, 0x48, 0xe8, 1, 2, 3, 4}), 8);         // a padded call
  EXPECT_EQ(length_of({0x48, 0xb8, 1, 2, 3, 4, 5, 6, 7, 8}), 10);        // movabs
  EXPECT_EQ(length_of({0x66, 0xb8, 1, 2}), 4);                           // mov $,%ax
  EXPECT_EQ(length_of({0x66, 0x48, 0xb8, 1, 2, 3, 4, 5, 6, 7, 8}), 11);  // REX.W wins
  EXPECT_EQ(length_of({0x48, 0x66, 0xb8, 1, 2}), 5);                     // a void REX
  EXPECT_EQ(length_of({0xf7, 0x05, 1, 2, 3, 4, 5, 6, 7, 8}), 10);        // testl $,(%rip)
  EXPECT_EQ(length_of({0xf7, 0x1d, 1, 2, 3, 4}), 6);                     // negl (%rip)
  EXPECT_EQ(length_of({0x8b, 0x84, 0x24, 1, 2, 3, 4}), 7);               // disp32(%rsp)
  EXPECT_EQ(length_of({0xc4, 0xe3, 0x79, 0x0f, 0xc1, 8}), 6);            // vpalignr
  EXPECT_EQ(length_of({0x62, 0xf1, 0x7c, 0x48, 0x28, 0x40, 1}), 7);      // vmovaps zmm
  EXPECT_EQ(length_of({0xf3, 0x0f, 0x1e, 0xfa}), 4);                     // endbr64
}

TEST(X86Length, WhatIsNoInstructionOrCutOffHasNone) {
  EXPECT_EQ(length_of({0x06}), 0);
  EXPECT_EQ(length_of({0xe8, 1, 2, 3}), 0);
  EXPECT_EQ(length_of({0x66}), 0);
  EXPECT_EQ(length_of({0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66,
                       0x66, 0x66, 0x90}),
            0);  // 16 bytes
  EXPECT_EQ(length_of({}), 0);
}

TEST(X86Length, SaysWhereReferencesStand) {
  Outline call = *outline(bytes({0x67, 0xe8, 1, 2, 3, 4}));
  EXPECT_EQ(call.branch_distance, 2);
  EXPECT_EQ(call.transfer, Transfer::call);
  Outline through_slot = *outline(bytes({0xff, 0x25, 1, 2, 3, 4}));
  EXPECT_EQ(through_slot.memory_displacement, 2);
  EXPECT_EQ(through_slot.transfer, Transfer::jump);
  EXPECT_TRUE(through_slot.is_indirect);
  Outline near = *outline(bytes({0x75, 0xfe}));
  EXPECT_EQ(near.short_distance, -2);
  EXPECT_EQ(near.transfer, Transfer::conditional_jump);
  EXPECT_EQ(outline(bytes({0x0f, 0x84, 1, 2, 3, 4}))->branch_distance, 2);
  EXPECT_EQ(outline(bytes({0x48, 0xc7, 0xc0, 1, 2, 3, 4}))->immediate, 3);
}

// The C library's allocator has every kind of instruction that compilers write.
TEST(X86Length, AgreesWithAWholeDecoderOnALibrary) {
  elf::Fixture fixture;
  Library library = read_library(fixture.library("x.so", R"(
#include <immintrin.h>
double sum(const double* a, int n) { double s = 0; for (int i = 0; i < n; ++i) s += a[i] * a[n - i]; return s; }
int pick(int n) { switch (n) { case 1: return 7; case 2: return 9; case 3: return 1; case 9: return 4; } return n % 10; }
__m256i add(__m256i a, __m256i b) { return _mm256_add_epi64(a, _mm256_shuffle_epi32(b, 9)); }
void fill(char* p, long n) { for (long i = 0; i < n; ++i) p[i] = (char)(i * 3 >> 1); }
)",
                                                 "-mavx2 -O3"));
  CodeMap code = map_code(library.image, library.dynamic_symbols.symbols, library.symbols());
  int instructions = 0;
  for (std::size_t index = 0; index < code.ranges.size(); ++index) {
    CodeRange range = code.ranges[index];
    for (std::size_t at = 0; range.in_function && at < range.bytes.size(); ++instructions) {
      std::optional<Instruction> whole = decode(range.bytes.subspan(at), range.begin + at);
      std::optional<Outline> ours = outline(range.bytes.subspan(at));
      ASSERT_TRUE(whole && ours) << range.begin + at;
      ASSERT_EQ(ours->length, whole->length) << range.begin + at;
      at += ours->length;
    }
  }
  EXPECT_GT(instructions, 100);
}

// At every offset, so that every byte is an opcode once; and over bytes that no compiler writes.
TEST(X86Length, QuickLengthsAreThoseOfTheOutline) {
  std::vector<std::byte> code(1 << 18);
  uint32_t state = 1;
  for (std::byte& byte : code) {
    state = state * 1664525 + 1013904223;  // a linear congruential generator
    byte = static_cast<std::byte>(state >> 24);
  }
  elf::MappedFile library("/proc/self/exe");
  std::size_t size = std::min<std::size_t>(library.bytes().size(), 1 << 20);
  code.insert(code.end(), library.bytes().end() - static_cast<std::ptrdiff_t>(size),
              library.bytes().end());
  int usual = 0;
  for (std::size_t at = 0; at + x86::usual_length_lookahead <= code.size(); ++at) {
    std::size_t quick = x86::usual_length(reinterpret_cast<const uint8_t*>(code.data()) + at);
    if (quick == 0) continue;
    ++usual;
    std::optional<Outline> whole = outline(std::span(code).subspan(at));
    ASSERT_TRUE(whole) << at;
    ASSERT_EQ(whole->length, quick) << at;
  }
  EXPECT_GT(usual, 1 << 17);
}

}  // namespace
}  // namespace ltoscope::audit
