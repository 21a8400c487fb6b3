// Numbers and pointers as unwind and exception tables store them: each with an encoding that says
// how many bytes, with what sign, and relative to what.
#pragma once

#include <cstdint>

#include "elf/byte_reader.h"
#include "elf/image.h"

namespace ltoscope::elf {

// The encoding of a pointer that is not there.
constexpr uint8_t omitted_pointer = 0xff;

// Bytes from some address on, which encoded pointers in them need to know.
struct PlacedBytes {
  ByteReader bytes;
  uint64_t address;
};

PlacedBytes placed_bytes_from(const Image& image, const char* name, uint64_t address);

// The number at the cursor, without what the encoding says it is relative to.
uint64_t read_encoded_number(const Image& image, const ByteReader& bytes, ByteCursor& cursor,
                             uint8_t encoding);

// The pointer at the cursor. header_address: of the unwind header, which some are relative to.
uint64_t read_encoded_pointer(const Image& image, const PlacedBytes& place, ByteCursor& cursor,
                              uint8_t encoding, uint64_t header_address);

}  // namespace ltoscope::elf
