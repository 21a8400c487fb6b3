// Bits, variable-width numbers and abbreviations. Every count is checked against the bits that are
// left, and an abbreviation is short, so that time and memory are bounded by the size of the file.
#include "elf/bitstream.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace ltoscope::elf {
namespace {

constexpr uint64_t bits_of_byte = 8;
constexpr uint64_t bits_of_word = 32;
constexpr uint64_t magic_bits = 32;
constexpr uint64_t widest_number = 64;
constexpr int top_level_width = 2;
// Writers use less than fifty operands. Without a limit, short records could stand for long ones.
constexpr uint64_t longest_abbreviation = 256;

// Numbers of what stands at the start of each item.
constexpr uint64_t end_block = 0;
constexpr uint64_t enter_subblock = 1;
constexpr uint64_t define_abbreviation_id = 2;
constexpr uint64_t unabbreviated = 3;
constexpr uint64_t first_abbreviation = 4;

using Encoding = BitAbbreviationOperand::Encoding;

bool has_width(Encoding encoding) {
  return encoding == Encoding::fixed || encoding == Encoding::variable;
}

}  // namespace

uint64_t BitBlockReader::fixed(uint64_t width) {
  if (width > block_.end_bit - at_) {
    bits_.reject(fmt::format("{} bits left at bit {}", block_.end_bit - at_, at_),
                 fmt::format("{} bits", width));
  }
  uint64_t value = 0;
  for (uint64_t got = 0; got < width;) {
    uint64_t skipped = at_ % bits_of_byte;
    uint64_t taken = std::min(bits_of_byte - skipped, width - got);
    uint64_t byte = bits_.u8(at_ / bits_of_byte);
    value |= ((byte >> skipped) & ((uint64_t{1} << taken) - 1)) << got;
    got += taken;
    at_ += taken;
  }
  return value;
}

uint64_t BitBlockReader::variable(uint64_t width) {
  uint64_t more = uint64_t{1} << (width - 1);
  uint64_t value = 0;
  for (uint64_t shift = 0; shift < widest_number; shift += width - 1) {
    uint64_t piece = fixed(width);
    value |= (piece & (more - 1)) << shift;
    if ((piece & more) == 0) return value;
  }
  bits_.reject(fmt::format("a number wider than {} bits before bit {}", widest_number, at_),
               "its last piece");
}

void BitBlockReader::align() {
  uint64_t next = (at_ + bits_of_word - 1) / bits_of_word * bits_of_word;
  fixed(std::min(next, block_.end_bit) - at_);
}

BitBlock BitBlockReader::enter_block() {
  constexpr uint64_t id_width = 8;
  constexpr uint64_t width_width = 4;
  BitBlock inner;
  inner.id = static_cast<uint32_t>(variable(id_width));
  uint64_t width = variable(width_width);
  align();
  uint64_t words = fixed(bits_of_word);
  if (width < 2 || width > bits_of_word || words > (block_.end_bit - at_) / bits_of_word) {
    bits_.reject(fmt::format("block {} of {} words with abbreviations of {} bits at bit {}",
                             inner.id, words, width, at_),
                 fmt::format("at most {} words", (block_.end_bit - at_) / bits_of_word));
  }
  inner.abbreviation_width = static_cast<int>(width);
  inner.first_bit = at_;
  inner.end_bit = at_ + words * bits_of_word;
  at_ = inner.end_bit;
  return inner;
}

void BitBlockReader::define_abbreviation() {
  uint64_t count = variable(5);
  if (count == 0 || count > longest_abbreviation) {
    bits_.reject(fmt::format("an abbreviation of {} operands at bit {}", count, at_),
                 fmt::format("1 to {}", longest_abbreviation));
  }
  BitAbbreviation abbreviation;
  for (uint64_t index = 0; index < count; ++index) {
    if (fixed(1) != 0) {
      abbreviation.push_back({Encoding::literal, variable(8)});
      continue;
    }
    uint64_t number = fixed(3);
    BitAbbreviationOperand operand{static_cast<Encoding>(number), 0};
    bool known = number >= static_cast<uint64_t>(Encoding::fixed) &&
                 number <= static_cast<uint64_t>(Encoding::blob);
    if (known && has_width(operand.encoding)) {
      operand.value = variable(5);
      // A number without bits is a zero that is not written; one piece of it would never end.
      if (operand.value == 0) operand.encoding = Encoding::literal;
      if (operand.value == 1 && operand.encoding == Encoding::variable) known = false;
    }
    if (!known || operand.value > widest_number) {
      bits_.reject(
          fmt::format("operand encoding {} of {} bits at bit {}", number, operand.value, at_),
          "one of LLVM's, of at most 64 bits");
    }
    abbreviation.push_back(operand);
  }
  abbreviations_.push_back(std::move(abbreviation));
}

BitRecord BitBlockReader::plain_record() {
  BitRecord record;
  record.code = variable(6);
  uint64_t count = counted(6);
  record.values.reserve(count);
  for (uint64_t index = 0; index < count; ++index) record.values.push_back(variable(6));
  return record;
}

// A number of things that take at least so many bits each.
uint64_t BitBlockReader::counted(uint64_t bits_each) {
  uint64_t count = variable(6);
  if (count > (block_.end_bit - at_) / bits_each) {
    bits_.reject(fmt::format("{} items at bit {}", count, at_),
                 fmt::format("at most {}", (block_.end_bit - at_) / bits_each));
  }
  return count;
}

uint64_t BitBlockReader::scalar(const BitAbbreviationOperand& operand) {
  constexpr std::string_view characters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
  switch (operand.encoding) {
    case Encoding::literal:
      return operand.value;
    case Encoding::fixed:
      return fixed(operand.value);
    case Encoding::variable:
      return variable(operand.value);
    case Encoding::six_bit_character:
      return static_cast<uint64_t>(characters[fixed(6)]);
    default:
      bits_.reject(fmt::format("an array or blob as an element at bit {}", at_), "a number");
  }
}

void BitBlockReader::read_blob(BitRecord& record) {
  uint64_t size = counted(bits_of_byte);
  align();
  ByteReader part = bits_.part("blob", at_ / bits_of_byte, size);
  record.blob = part.bytes();
  at_ += size * bits_of_byte;
  if (at_ > block_.end_bit) bits_.reject("a blob beyond its block", "one that ends within it");
  align();
}

BitRecord BitBlockReader::abbreviated_record(const BitAbbreviation& abbreviation) {
  BitRecord record;
  bool has_code = false;
  auto add = [&](uint64_t value) {
    if (has_code) {
      record.values.push_back(value);
    } else {
      record.code = value;
      has_code = true;
    }
  };
  for (std::size_t index = 0; index < abbreviation.size(); ++index) {
    const BitAbbreviationOperand& operand = abbreviation[index];
    if (operand.encoding == Encoding::blob) {
      read_blob(record);
    } else if (operand.encoding == Encoding::array) {
      // The operand after it, which is the last, says what its elements are.
      if (index + 2 != abbreviation.size()) {
        bits_.reject(fmt::format("an array as operand {} of {}", index, abbreviation.size()),
                     "the last but one");
      }
      const BitAbbreviationOperand& element = abbreviation[++index];
      uint64_t least = element.encoding == Encoding::six_bit_character ? 6 : element.value;
      if (element.encoding == Encoding::literal || least == 0) {
        bits_.reject(fmt::format("an array of constants before bit {}", at_), "numbers with bits");
      }
      for (uint64_t left = counted(least); left != 0; --left) add(scalar(element));
    } else {
      add(scalar(operand));
    }
  }
  return record;
}

std::optional<BitItem> BitBlockReader::next() {
  while (at_ < block_.end_bit) {
    uint64_t id = fixed(static_cast<uint64_t>(block_.abbreviation_width));
    if (id == end_block) return std::nullopt;
    if (id == enter_subblock) return BitItem{std::nullopt, enter_block()};
    if (id == unabbreviated) return BitItem{plain_record(), std::nullopt};
    if (id == define_abbreviation_id) {
      define_abbreviation();
      continue;
    }
    if (id - first_abbreviation >= abbreviations_.size()) {
      bits_.reject(fmt::format("abbreviation {} before bit {}", id, at_),
                   fmt::format("a number below {}", first_abbreviation + abbreviations_.size()));
    }
    return BitItem{abbreviated_record(abbreviations_[id - first_abbreviation]), std::nullopt};
  }
  return std::nullopt;
}

std::vector<BitBlock> top_level_blocks(const ByteReader& bytes) {
  // What is left after the last block is padding when no block fits.
  constexpr uint64_t smallest_block = 64;
  uint64_t end = bytes.size() * bits_of_byte;
  std::vector<BitBlock> blocks;
  uint64_t at = magic_bits;
  while (at + smallest_block <= end) {
    BitBlockReader stream(bytes, {0, at, end, top_level_width});
    std::optional<BitItem> item = stream.next();
    if (!item || !item->block) {
      // Zeros pad the file to what its holder wants.
      bool padding = !item.has_value();
      if (padding) break;
      bytes.reject(fmt::format("a record between blocks at bit {}", at), "a block");
    }
    blocks.push_back(*item->block);
    at = item->block->end_bit;
  }
  return blocks;
}

}  // namespace ltoscope::elf
