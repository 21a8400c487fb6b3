// One loop for each storage of a key.
#include "primitives/key_packing.h"

#include <cassert>
#include <limits>
#include <utility>

#include "primitives/loop.h"

namespace engine::primitives {
namespace {

using columns::Storage;

template <class Value>
void unpack(const uint64_t* packed, int64_t count, int64_t low, int shift, uint64_t mask,
            Value* values) {
  for (int64_t i = 0; i < count; ++i) {
    values[i] = static_cast<Value>(((packed[i] >> shift) & mask) + static_cast<uint64_t>(low));
  }
}

}  // namespace

void pack_first_key(columns::Vector values, int64_t low, columns::Rows rows, uint64_t* packed) {
  with_integers(values, [=](const auto* value) {
    for_each_row(rows, [=](int64_t row) {
      packed[row] = static_cast<uint64_t>(value[row]) - static_cast<uint64_t>(low);
    });
  });
}

void pack_further_key(columns::Vector values, int64_t low, int shift, columns::Rows rows,
                      uint64_t* packed) {
  with_integers(values, [=](const auto* value) {
    for_each_row(rows, [=](int64_t row) {
      packed[row] |= (static_cast<uint64_t>(value[row]) - static_cast<uint64_t>(low)) << shift;
    });
  });
}

void unpack_key(const uint64_t* packed, int64_t count, int64_t low, int shift, int bits,
                Storage storage, void* values) {
  constexpr int all_bits = std::numeric_limits<uint64_t>::digits;
  uint64_t mask = bits == 0 ? 0 : ~uint64_t{0} >> (all_bits - bits);
  if (bits == 0) shift = 0;
  switch (storage) {
    case Storage::uint8:
      return unpack(packed, count, low, shift, mask, static_cast<uint8_t*>(values));
    case Storage::int32:
      return unpack(packed, count, low, shift, mask, static_cast<int32_t*>(values));
    case Storage::int64:
      return unpack(packed, count, low, shift, mask, static_cast<int64_t*>(values));
    case Storage::int128:
    case Storage::string:
      break;
  }
  std::unreachable();
}

}  // namespace engine::primitives
