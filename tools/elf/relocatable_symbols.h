// The symbol table of a relocatable object: a step of read_relocatable().
#pragma once

#include <cstdint>
#include <string_view>

#include "elf/relocatable.h"

namespace ltoscope::elf {

// Names may share bytes, so that a small file can hold a great length of them. This bounds what
// is looked at by the size of the file.
class NameBudget {
 public:
  explicit NameBudget(uint64_t file_size) : left_(file_size * times_the_file) {}
  // Throws Failure(bad_input) when it is exceeded. names: for the message.
  void add(std::string_view name, const ByteReader& names);

 private:
  static constexpr uint64_t times_the_file = 256;
  uint64_t left_;
};

// Requires: object.sections are read.
void read_object_symbols(Relocatable& object);

}  // namespace ltoscope::elf
