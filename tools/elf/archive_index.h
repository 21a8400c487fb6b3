// The symbol index of an archive: which member defines which name, written by ranlib or ar.
#pragma once

#include <vector>

#include "elf/archive.h"
#include "elf/byte_reader.h"

namespace ltoscope::elf {

// GNU and System V: a count and member offsets, big endian, of word_size (4 or 8) bytes, then the
// names in that order.
std::vector<ArchiveIndexEntry> read_gnu_index(const ByteReader& bytes, uint64_t word_size);

// BSD: pairs of name offset and member offset, little endian, then the names.
std::vector<ArchiveIndexEntry> read_bsd_index(const ByteReader& bytes, uint64_t word_size);

}  // namespace ltoscope::elf
