// LLVM's bitstream container: blocks within blocks, each a run of abbreviated records. Reads one
// block's own records and steps over the blocks inside it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "elf/byte_reader.h"

namespace ltoscope::elf {

// A block: where its contents are and how wide its abbreviation numbers are.
struct BitBlock {
  uint32_t id;
  uint64_t first_bit;
  uint64_t end_bit;
  int abbreviation_width;
};

struct BitRecord {
  uint64_t code = 0;
  std::vector<uint64_t> values;
  std::span<const std::byte> blob;
};

struct BitAbbreviationOperand {
  enum class Encoding { literal, fixed, variable, array, six_bit_character, blob };
  Encoding encoding;
  uint64_t value = 0;  // of a literal; else bits
};
using BitAbbreviation = std::vector<BitAbbreviationOperand>;

// What stands next in a block: a record, a block inside it, or neither at its end.
struct BitItem {
  std::optional<BitRecord> record;
  std::optional<BitBlock> block;
};

class BitBlockReader {
 public:
  // bits are little endian and outlive the reader. Abbreviations that a BLOCKINFO block gives to
  // other blocks are not applied: the blocks that this project reads get none.
  BitBlockReader(const ByteReader& bits, const BitBlock& block)
      : bits_(bits), block_(block), at_(block.first_bit) {}

  // Nothing at the block's end. Throws Failure(bad_input) for bits that mean nothing.
  std::optional<BitItem> next();

 private:
  uint64_t fixed(uint64_t width);
  uint64_t variable(uint64_t width);
  void align();
  BitBlock enter_block();
  void define_abbreviation();
  BitRecord plain_record();
  BitRecord abbreviated_record(const BitAbbreviation& abbreviation);
  uint64_t scalar(const BitAbbreviationOperand& operand);
  uint64_t counted(uint64_t bits_each);
  void read_blob(BitRecord& record);

  const ByteReader& bits_;
  BitBlock block_;
  uint64_t at_;
  std::vector<BitAbbreviation> abbreviations_;
};

// The blocks of a whole stream. bytes start with the four bytes of the magic.
std::vector<BitBlock> top_level_blocks(const ByteReader& bytes);

}  // namespace ltoscope::elf
