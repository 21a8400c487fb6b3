// Probing one slot after the other.
#include "operators/integer_ids.h"

#include <bit>
#include <limits>
#include <stdexcept>

#include "primitives/loop.h"

namespace engine::operators {
namespace {

constexpr int smallest_bits = 6;
constexpr int bits_of_hash = 64;
// 2^64 divided by the golden ratio: neighbouring keys end far apart (Knuth, volume 3, 6.4).
constexpr uint64_t multiplier = 0x9E3779B97F4A7C15;

}  // namespace

IntegerIds::IntegerIds() { rebuild(smallest_bits); }

uint64_t IntegerIds::first_slot(uint64_t key) const { return (key * multiplier) >> shift_; }

void IntegerIds::rebuild(int bits) {
  shift_ = bits_of_hash - bits;
  slots_.assign(std::size_t{1} << bits, Slot{0, none});
  uint64_t mask = slots_.size() - 1;
  for (std::size_t id = 0; id < keys_.size(); ++id) {
    uint64_t slot = first_slot(keys_[id]);
    while (slots_[slot].id != none) slot = (slot + 1) & mask;
    slots_[slot] = {keys_[id], static_cast<int32_t>(id)};
  }
}

void IntegerIds::reserve(int64_t count) {
  int bits = std::bit_width(static_cast<uint64_t>(count)) + 1;
  if (bits > bits_of_hash - shift_) rebuild(bits);
  keys_.reserve(count);
}

int32_t IntegerIds::find(uint64_t key) const {
  uint64_t mask = slots_.size() - 1;
  for (uint64_t slot = first_slot(key);; slot = (slot + 1) & mask) {
    if (slots_[slot].id == none || slots_[slot].key == key) return slots_[slot].id;
  }
}

int32_t IntegerIds::add(uint64_t key) {
  uint64_t mask = slots_.size() - 1;
  uint64_t slot = first_slot(key);
  for (; slots_[slot].id != none; slot = (slot + 1) & mask) {
    if (slots_[slot].key == key) return slots_[slot].id;
  }
  if (keys_.size() == std::numeric_limits<int32_t>::max()) {
    throw std::length_error("more than 2^31 - 1 different keys");
  }
  int32_t id = static_cast<int32_t>(keys_.size());
  keys_.push_back(key);
  slots_[slot] = {key, id};
  if (keys_.size() * 2 > slots_.size()) rebuild(bits_of_hash - shift_ + 1);
  return id;
}

void IntegerIds::add_all(const uint64_t* keys, columns::Rows rows, int32_t* ids) {
  primitives::for_each_row(rows, [&](int64_t row) { *ids++ = add(keys[row]); });
}

}  // namespace engine::operators
