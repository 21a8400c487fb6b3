// Names may share bytes, so that a small file can hold a great length of them: a thousand symbols
// that each start one byte further in a name of a megabyte. This bounds what is looked at, and what
// others copy of it, by the size of the file.
#pragma once

#include <cstdint>
#include <string_view>

#include "elf/byte_reader.h"

namespace ltoscope::elf {

class NameBudget {
 public:
  explicit NameBudget(uint64_t file_size) : left_(file_size * times_the_file) {}

  // Throws Failure(bad_input) when it is exceeded. names: for the message.
  void add(std::string_view name, const ByteReader& names) {
    if (name.size() > left_) names.reject("names that overlap", "names of their own");
    left_ -= name.size();
  }

 private:
  // The entry that names a symbol takes 16 bytes at least, so that even if all symbols of a file
  // shared one name this would not refuse names of 256 characters.
  static constexpr uint64_t times_the_file = 16;
  uint64_t left_;
};

}  // namespace ltoscope::elf
