// Packs the keys of a row into one number of 64 bits, so that joins and groups look up one number
// whatever the keys are. Each key counts from the least that it can be, and takes as many bits as
// its range needs.
#pragma once

#include <cstdint>

#include "columns/selection.h"
#include "columns/vector.h"

namespace engine::primitives {

// packed[row] = values[row] - low, for each of the rows: the first key.
void pack_first_key(columns::Vector values, int64_t low, columns::Rows rows, uint64_t* packed);

// packed[row] |= (values[row] - low) << shift: a further key. Requires: the bits from `shift` on
// are free.
void pack_further_key(columns::Vector values, int64_t low, int shift, columns::Rows rows,
                      uint64_t* packed);

// values[i] = the key in bits [shift, shift + bits) of packed[i], counted from `low` again.
void unpack_key(const uint64_t* packed, int64_t count, int64_t low, int shift, int bits,
                columns::Storage storage, void* values);

}  // namespace engine::primitives
