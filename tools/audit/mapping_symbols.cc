// Each symbol counts up to the next.
#include "audit/mapping_symbols.h"

#include <iterator>

namespace ltoscope::audit {

DataMarks::DataMarks(const std::vector<elf::Symbol>* symbol_table) {
  if (symbol_table == nullptr) return;
  for (const elf::Symbol& symbol : *symbol_table) {
    bool data = symbol.name == "$d" || symbol.name.starts_with("$d.");
    bool code = symbol.name == "$x" || symbol.name.starts_with("$x.");
    if (data || code) marks_[symbol.address] = data;
  }
}

bool DataMarks::is_data(uint64_t address) const {
  auto after = marks_.upper_bound(address);
  return after != marks_.begin() && std::prev(after)->second;
}

}  // namespace ltoscope::audit
