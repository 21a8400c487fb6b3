// Numbers 64-bit keys in the order in which they first come: a hash table with open addressing.
#pragma once

#include <cstdint>
#include <vector>

#include "columns/selection.h"

namespace engine::operators {

class IntegerIds {
 public:
  static constexpr int32_t none = -1;

  IntegerIds();

  // How many keys there are; their ids are 0 to size() - 1.
  int64_t size() const { return std::ssize(keys_); }
  const std::vector<uint64_t>& keys() const { return keys_; }

  // The key's id; a new one if it has none yet. Throws std::length_error when there would be more
  // than 2^31 - 1.
  int32_t add(uint64_t key);
  // The key's id or `none`.
  int32_t find(uint64_t key) const;

  // ids[i] = add(keys[the i-th of the rows]).
  void add_all(const uint64_t* keys, columns::Rows rows, int32_t* ids);

  // Makes room for so many keys, so that adding them moves nothing.
  void reserve(int64_t count);

 private:
  struct Slot {
    uint64_t key;
    int32_t id;
  };

  uint64_t first_slot(uint64_t key) const;
  void rebuild(int bits);

  std::vector<uint64_t> keys_;  // by id
  std::vector<Slot> slots_;     // a power of two of them, at most half full
  int shift_;                   // what is left of a hash after it is a slot's number
};

}  // namespace engine::operators
