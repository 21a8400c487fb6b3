// Where AArch64 files say that data lie among code: the mapping symbols "$d" and "$x", which strip
// removes.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "elf/symbols.h"

namespace ltoscope::audit {

class DataMarks {
 public:
  DataMarks() = default;  // nothing is data
  // symbol_table: nullptr when the file was stripped.
  explicit DataMarks(const std::vector<elf::Symbol>* symbol_table);

  bool is_data(uint64_t address) const;

 private:
  std::map<uint64_t, bool> marks_;  // where data begin (true) and end (false)
};

}  // namespace ltoscope::audit
