// Finds the few blocks of bitcode that matter here and steps over all others.
#include "elf/bitcode.h"

#include <fmt/format.h>

#include "elf/bitcode_symbols.h"
#include "elf/bitstream.h"
#include "elf/byte_reader.h"

namespace ltoscope::elf {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view raw_magic = "BC\xC0\xDE"sv;
constexpr std::string_view wrapper_magic = "\xDE\xC0\x17\x0B"sv;
constexpr uint64_t wrapped_offset_at = 8;
constexpr uint64_t wrapped_size_at = 12;

// Block numbers of LLVM's bitcode, and the codes of records in them.
constexpr uint32_t identification_block = 13;
constexpr uint32_t module_block = 8;
constexpr uint32_t thin_summary_block = 20;
constexpr uint32_t full_summary_block = 24;
constexpr uint32_t names_block = 23;
constexpr uint32_t symbols_block = 25;
constexpr uint64_t producer_code = 1;
constexpr uint64_t triple_code = 2;
constexpr uint64_t source_code = 16;
constexpr uint64_t blob_code = 1;

bool starts_with_magic(std::span<const std::byte> bytes, std::string_view magic) {
  std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return text.starts_with(magic);
}

std::string text_of_record(const BitRecord& record) {
  std::string text;
  for (uint64_t value : record.values) text += static_cast<char>(value);
  return text;
}

void read_identification(const ByteReader& bits, const BitBlock& block, Bitcode& bitcode) {
  BitBlockReader reader(bits, block);
  while (std::optional<BitItem> item = reader.next()) {
    if (item->record && item->record->code == producer_code) {
      bitcode.producer = text_of_record(*item->record);
    }
  }
}

struct Summaries {
  bool thin = false;
  bool full = false;
};

void read_bitcode_module(const ByteReader& bits, const BitBlock& block, Bitcode& bitcode,
                         Summaries& summaries) {
  BitBlockReader reader(bits, block);
  while (std::optional<BitItem> item = reader.next()) {
    if (item->block) {
      summaries.thin |= item->block->id == thin_summary_block;
      summaries.full |= item->block->id == full_summary_block;
    } else if (item->record->code == triple_code) {
      bitcode.triple = text_of_record(*item->record);
    } else if (item->record->code == source_code) {
      bitcode.source_file = text_of_record(*item->record);
    }
  }
}

std::span<const std::byte> blob_of_block(const ByteReader& bits, const BitBlock& block) {
  BitBlockReader reader(bits, block);
  while (std::optional<BitItem> item = reader.next()) {
    if (item->record && item->record->code == blob_code) return item->record->blob;
  }
  return {};
}

BitcodeLto lto_of(const Summaries& summaries) {
  if (summaries.thin && summaries.full) return BitcodeLto::thin_and_full;
  if (summaries.thin) return BitcodeLto::thin;
  return summaries.full ? BitcodeLto::full : BitcodeLto::none;
}

ByteReader raw_bitcode(std::string_view file, std::span<const std::byte> bytes) {
  ByteReader whole(file, "bitcode", bytes, std::endian::little);
  if (!starts_with_magic(bytes, wrapper_magic)) return whole;
  ByteReader inner = whole.part("bitcode in its wrapper", whole.u32(wrapped_offset_at),
                                whole.u32(wrapped_size_at));
  if (!starts_with_magic(inner.bytes(), raw_magic)) {
    inner.reject("no bitcode magic", "the bytes 42 43 c0 de");
  }
  return inner;
}

}  // namespace

bool has_bitcode_magic(std::span<const std::byte> bytes) {
  return starts_with_magic(bytes, raw_magic) || starts_with_magic(bytes, wrapper_magic);
}

Bitcode read_bitcode(std::string_view file, std::span<const std::byte> bytes) {
  ByteReader bits = raw_bitcode(file, bytes);
  Bitcode bitcode;
  Summaries summaries;
  std::span<const std::byte> symbols;
  std::span<const std::byte> names;
  for (const BitBlock& block : top_level_blocks(bits)) {
    switch (block.id) {
      case identification_block:
        read_identification(bits, block, bitcode);
        break;
      case module_block:
        ++bitcode.modules;
        read_bitcode_module(bits, block, bitcode, summaries);
        break;
      case symbols_block:
        if (symbols.empty()) symbols = blob_of_block(bits, block);
        break;
      case names_block:
        // Names stand behind the table that they belong to.
        if (names.empty() || symbols.empty()) names = blob_of_block(bits, block);
        break;
      default:
        break;
    }
  }
  bitcode.lto = lto_of(summaries);
  if (bitcode.modules == 0) bits.reject("no module", "at least one");
  if (symbols.empty()) {
    bitcode.unknown_symbols = "the bitcode holds no symbol table";
  } else {
    read_bitcode_symbols(file, symbols, names, bitcode);
  }
  return bitcode;
}

}  // namespace ltoscope::elf
