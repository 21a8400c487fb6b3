// Both layouts of the index. Counts are checked against the bytes before anything is reserved.
#include "elf/archive_index.h"

#include <fmt/format.h>

#include "elf/name_budget.h"

namespace ltoscope::elf {
namespace {

uint64_t index_word(const ByteReader& bytes, uint64_t word_size, uint64_t offset) {
  return word_size == 8 ? bytes.u64(offset) : bytes.u32(offset);
}

}  // namespace

std::vector<ArchiveIndexEntry> read_gnu_index(const ByteReader& bytes, uint64_t word_size) {
  uint64_t count = index_word(bytes, word_size, 0);
  if (count > (bytes.size() - word_size) / word_size) {
    bytes.reject(fmt::format("{} symbols in {} bytes", count, bytes.size()),
                 fmt::format("at most {}", (bytes.size() - word_size) / word_size));
  }
  std::vector<ArchiveIndexEntry> entries;
  entries.reserve(count);
  uint64_t name = word_size + count * word_size;
  for (uint64_t number = 0; number < count; ++number) {
    std::string_view symbol = bytes.text(name);
    entries.push_back({symbol, index_word(bytes, word_size, word_size + number * word_size)});
    name += symbol.size() + 1;
  }
  return entries;
}

std::vector<ArchiveIndexEntry> read_bsd_index(const ByteReader& bytes, uint64_t word_size) {
  uint64_t pairs_size = index_word(bytes, word_size, 0);
  ByteReader pairs = bytes.part("pairs of the symbol index", word_size, pairs_size);
  uint64_t names_at = word_size + pairs_size;
  uint64_t names_size = index_word(bytes, word_size, names_at);
  ByteReader names = bytes.part("names of the symbol index", names_at + word_size, names_size);
  std::vector<ArchiveIndexEntry> entries;
  NameBudget names_read(bytes.size());
  for (uint64_t at = 0; at + 2 * word_size <= pairs.size(); at += 2 * word_size) {
    entries.push_back({names.text(index_word(pairs, word_size, at)),
                       index_word(pairs, word_size, at + word_size)});
    names_read.add(entries.back().symbol, names);
  }
  return entries;
}

}  // namespace ltoscope::elf
