// AArch64 words: what they do, by encodings of the Arm manual, and how they are written, by
// llvm-objdump.
#include "audit/aarch64_instruction.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <random>
#include <sstream>

#include "audit/aarch64_text.h"
#include "elf/fixture.h"

namespace ltoscope::audit {
namespace {

constexpr uint64_t place = 0x10000;
constexpr uint32_t links = uint32_t{1} << x30;

Operand register_operand_of(uint32_t word, std::size_t index) {
  return decode_aarch64_word(word, place).operands[index];
}

struct DecodedWord {
  uint32_t word;
  const char* text;
  Operation operation;
  uint32_t written;  // registers
};

constexpr DecodedWord decoded_words[] = {
    {0x14000002, "b 0x10008", Operation::jump, 0},
    {0x97ffffff, "bl 0xfffc", Operation::call, links},
    {0x54000041, "b.ne 0x10008", Operation::conditional_jump, 0},
    {0xb4000043, "cbz x3, 0x10008", Operation::conditional_jump, 0},
    {0x37f80043, "tbnz w3, #0x1f, 0x10008", Operation::conditional_jump, 0},
    {0xd61f0200, "br x16", Operation::jump, 0},
    {0xd63f0100, "blr x8", Operation::call, links},
    {0xd65f03c0, "ret", Operation::stop, 0},
    {0xd65f0bff, "retaa", Operation::stop, 0},
    {0xd61f0a1f, "braaz x16", Operation::jump, 0},
    {0xd71f0a11, "braa x16, x17", Operation::jump, 0},
    {0xd73f0d1f, "blrab x8, sp", Operation::call, links},
    {0x90000001, "adrp x1, 0x10000", Operation::load_page, 1 << 1},
    {0x10000041, "adr x1, 0x10008", Operation::load_address, 1 << 1},
    {0x91004041, "add x1, x2, #0x10", Operation::add, 1 << 1},
    {0x91400441, "add x1, x2, #0x1, lsl #12", Operation::add, 1 << 1},
    {0x91000041, "add x1, x2, #0x0", Operation::add, 1 << 1},
    {0x910003fd, "mov x29, sp", Operation::move, 1 << 29},
    {0xd10043ff, "sub sp, sp, #0x10", Operation::subtract, uint32_t{1} << 31},
    {0xf100443f, "cmp x1, #0x11", Operation::compare, 0},
    {0xaa0203e1, "mov x1, x2", Operation::move, 1 << 1},
    {0xd2a00021, "mov x1, #0x10000", Operation::move, 1 << 1},
    {0x92800001, "mov x1, #-0x1", Operation::move, 1 << 1},
    {0xf2800041, "movk x1, #0x2", Operation::insert, 1 << 1},
    {0x58000041, "ldr x1, 0x10008", Operation::move, 1 << 1},
    {0xf9400c41, "ldr x1, [x2, #0x18]", Operation::move, 1 << 1},
    {0xf85f8041, "ldur x1, [x2, #-0x8]", Operation::move, 1 << 1},
    {0xf8408441, "ldr x1, [x2], #0x8", Operation::move, 1 << 1},
    {0xf85f8c41, "ldr x1, [x2, #-0x8]!", Operation::move, 1 << 1},
    {0xf8637841, "ldr x1, [x2, x3, lsl #3]", Operation::move, 1 << 1},
    {0xf9000c41, "str x1, [x2, #0x18]", Operation::move, 0},
    {0xa9be7bfd, "stp x29, x30, [sp, #-0x20]!", Operation::store_pair, 0},
    {0xa8c27bfd, "ldp x29, x30, [sp], #0x20", Operation::load_pair, 1 << 29 | links},
    {0xd53bd041, "mrs x1, TPIDR_EL0", Operation::read_thread_pointer, 1 << 1},
    {0xd503201f, "nop", Operation::nop, 0},
    {0xd503245f, "bti c", Operation::other, 0},
    {0xd503233f, "paciasp", Operation::other, 0},
    {0xd503219f, "autia1716", Operation::other, 0},
    {0xd4200020, "brk #0x1", Operation::stop, 0},
    {0x00000000, "udf #0x0", Operation::stop, 0},
};

TEST(Aarch64Instruction, WordsDoWhatTheManualSays) {
  for (const DecodedWord& expected : decoded_words) {
    Instruction instruction = decode_aarch64_word(expected.word, place);
    EXPECT_EQ(aarch64_text(expected.word, place), expected.text);
    EXPECT_EQ(instruction.operation, expected.operation) << expected.text;
    EXPECT_EQ(instruction.registers_written, expected.written) << expected.text;
    EXPECT_EQ(instruction.end(), place + 4);
  }
}

TEST(Aarch64Instruction, ImmediatesAreWhole) {
  EXPECT_EQ(register_operand_of(0x91400441, 2).immediate, 0x1000u);  // add, lsl #12
  EXPECT_EQ(register_operand_of(0x91400441, 2).bit_position, 12);
  EXPECT_EQ(register_operand_of(0xd2a00021, 1).immediate, 0x10000u);            // movz, lsl #16
  EXPECT_EQ(register_operand_of(0x12800001, 1).immediate, 0xffffffffu);         // movn of 32 bits
  EXPECT_EQ(register_operand_of(0x92800001, 1).immediate, ~uint64_t{0});        // movn
  EXPECT_EQ(register_operand_of(0xf2c00041, 2).bit_position, 32);               // movk, lsl #32
  EXPECT_EQ(*aarch64_branch_target(0x14000000 | 0x2000000, 0x8000000), 0u);     // b, farthest back
  EXPECT_EQ(*aarch64_adrp_target(0x90800001, 0x100000123), 0u);                 // 4 GiB back
  EXPECT_EQ(*aarch64_adrp_target(0xf07fffe1, 0x123), uint64_t{0xfffff} << 12);  // farthest ahead
}

TEST(Aarch64Instruction, BasesThatMoveSayWhenAndHowFar) {
  BaseChange before = decode_aarch64_word(0xa9be7bfd, place).base_change;  // stp ..., [sp, #-32]!
  EXPECT_EQ(before.base, aarch64_sp);
  EXPECT_EQ(before.distance, -32);
  EXPECT_TRUE(before.before_access);
  BaseChange after = decode_aarch64_word(0xf8408441, place).base_change;  // ldr x1, [x2], #8
  EXPECT_EQ(after.base, 2);
  EXPECT_EQ(after.distance, 8);
  EXPECT_FALSE(after.before_access);
  EXPECT_EQ(decode_aarch64_word(0xf9400c41, place).base_change.base, no_register);
}

TEST(Aarch64Instruction, NumberThirtyOneIsStackPointerOrZeroByItsField) {
  EXPECT_EQ(register_operand_of(0x910003fd, 1).reg, aarch64_sp);                 // mov x29, sp
  EXPECT_EQ(register_operand_of(0xaa1f03e1, 1).kind, Operand::Kind::immediate);  // mov x1, xzr
  EXPECT_EQ(register_operand_of(0xf900005f, 1).immediate, 0u);                   // str xzr, [x2]
  EXPECT_EQ(register_operand_of(0xf94003e1, 1).memory.base, aarch64_sp);         // ldr x1, [sp]
}

struct Shown {
  uint64_t address;
  uint32_t word;
  std::string text;
};

// What llvm-objdump says of the lines, once llvm-mc has assembled them.
std::vector<Shown> disassembled(const elf::Fixture& fixture, const std::string& lines) {
  fixture.write("x.s", lines);
  fixture.run(
      "llvm-mc-19 --triple=aarch64 --mattr=+all --filetype=obj x.s -o x.o && "
      "llvm-objdump-19 -d --mattr=+all x.o | grep -E '^ *[0-9a-f]+: ' > text");
  std::ifstream file(fixture.folder() / "text");
  std::vector<Shown> shown;
  for (std::string line; std::getline(file, line);) {
    std::istringstream fields(line);
    std::string address, word, mnemonic, rest;
    fields >> address >> word >> mnemonic;
    std::getline(fields >> std::ws, rest);
    for (const char* comment : {"//", "<"}) rest = rest.substr(0, rest.find(comment));
    std::string text = rest.empty() ? mnemonic : mnemonic + " " + rest;
    while (text.back() == ' ' || text.back() == '\t') text.pop_back();
    shown.push_back({std::stoull(address, nullptr, 16),
                     static_cast<uint32_t>(std::stoul(word, nullptr, 16)), text});
  }
  return shown;
}

TEST(Aarch64Text, IsThatOfTheDisassembler) {
  elf::Fixture fixture;
  std::vector<Shown> all = disassembled(fixture, R"(
  b .+8
  bl .-4
  b.hs .+64
  cbnz w5, .-8
  tbz x7, #35, .+8
  ret x3
  blraa x1, x2
  blrabz x30
  brab x16, sp
  retab
  adr x3, .-1
  adrp x4, 0
  add w1, w2, #4095
  adds x1, sp, #1
  subs w3, w4, #2, lsl #12
  cmn w7, #5
  mov sp, x5
  mov w8, w9
  mov x3, #0x123400000000
  mov w3, #-2147483648
  movz x0, #0, lsl #32
  movn w0, #0xffff
  movk x9, #0xffff, lsl #48
  ldr w1, .+12
  ldrsw x1, .+12
  ldrb w0, [x1, #3]
  ldrsh x0, [x1, #6]
  ldrsb w0, [x1]
  strh w0, [sp, #8]
  sturb w3, [x4, #-255]
  ldursw x3, [x4, #-5]
  ldtr x3, [x4, #8]
  str xzr, [sp, #-16]!
  ldrh w2, [x3], #-2
  ldr w1, [x2, w3, uxtw #2]
  ldrsb x1, [x2, x3]
  str x1, [x2, x3, sxtx]
  ldr x1, [x2, w3, sxtw]
  stp w1, wzr, [x2, #-256]
  ldpsw x1, x2, [x3], #8
  ldnp x1, x2, [sp, #504]
  mrs x17, tpidr_el0
  pacibsp
  autib1716
  bti jc
  csdb
  svc #0
  svc #16
  brk #0
  brk #0xf000
  udf #7
)");
  ASSERT_EQ(all.size(), 51u);
  for (const Shown& shown : all) EXPECT_EQ(aarch64_text(shown.word, shown.address), shown.text);
}

TEST(Aarch64Text, WhatHasNoTextIsItsWord) {
  EXPECT_EQ(aarch64_text(0x9b037c41, place), ".inst 0x9b037c41");  // mul x1, x2, x3
  EXPECT_EQ(aarch64_text(0xd503413f, place), ".inst 0xd503413f");  // not among known hints
}

TEST(Aarch64Instruction, AnyWordIsDecodedWithRegistersThatExist) {
  std::mt19937 random(1);
  for (int count = 0; count < 1'000'000; ++count) {
    uint32_t word = static_cast<uint32_t>(random());
    Instruction instruction = decode_aarch64_word(word, place);
    for (const Operand& operand : instruction.operands) {
      for (Register reg : {operand.reg, operand.memory.base, operand.memory.index}) {
        ASSERT_TRUE(reg >= no_register && reg < most_registers) << std::hex << word;
      }
    }
    ASSERT_FALSE(aarch64_text(word, place).empty());
  }
}

}  // namespace
}  // namespace ltoscope::audit
