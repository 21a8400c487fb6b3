// The highest version that a library wants of each family ("GLIBC", "GLIBCXX", "CXXABI"): where it
// loads at the earliest. Compared part by part as numbers, so that 2.4 is lower than 2.34.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "elf/symbols.h"
#include "elf/version_needs.h"

namespace ltoscope::audit {

// 2.34 as {2, 34}. Nothing for what is not numbers with dots (or underscores) between them.
std::optional<std::vector<int64_t>> version_numbers(std::string_view text);

struct VersionFloor {
  std::string family;                // "GLIBC"
  std::vector<int64_t> numbers;      // the highest; empty: only versions without numbers
  std::string name;                  // as the file has it: "GLIBC_2.34"
  std::vector<std::string> symbols;  // imported at that version
  // Versions of the family whose names hold no numbers ("GLIBC_PRIVATE"): what they ask for is not
  // known.
  std::vector<std::string> without_number;
};

// "2.34".
std::string number_text(const VersionFloor& floor);

// Sorted by family. Weak needs do not count: the loader does not insist on them.
std::vector<VersionFloor> version_floors(const std::vector<elf::VersionNeed>& needs,
                                         const std::vector<elf::Symbol>& dynamic_symbols);

}  // namespace ltoscope::audit
