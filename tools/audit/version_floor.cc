// Takes version names apart.
#include "audit/version_floor.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

namespace ltoscope::audit {
namespace {

// Of a longer one no numbers are looked for, which takes as many tries as it has separators.
constexpr std::size_t longest_version = 1024;
constexpr std::size_t longest_number = 17;  // digits that are sure to fit 64 bits

struct NamedVersion {
  std::string family;
  std::vector<int64_t> numbers;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// A mark that glibc has since 2.36, without which it refuses libraries with packed relocations.
constexpr std::string_view packed_relocations_mark = "GLIBC_ABI_DT_RELR";

NamedVersion take_apart(std::string_view version) {
  if (version == packed_relocations_mark) return {"GLIBC", {2, 36}};
  std::size_t first = version.size() > longest_version ? version.npos : version.find_first_of("_-");
  for (std::size_t at = first; at != version.npos; at = version.find_first_of("_-", at + 1)) {
    if (std::optional<std::vector<int64_t>> numbers = version_numbers(version.substr(at + 1))) {
      return {std::string(version.substr(0, at)), *numbers};
    }
  }
  return {std::string(version.substr(0, version.find_first_of("_-"))), {}};
}

}  // namespace

std::optional<std::vector<int64_t>> version_numbers(std::string_view text) {
  std::vector<int64_t> numbers;
  for (std::size_t at = 0;;) {
    std::size_t end = at;
    int64_t number = 0;
    while (end < text.size() && is_digit(text[end])) number = number * 10 + (text[end++] - '0');
    if (end == at || end - at > longest_number) return std::nullopt;
    numbers.push_back(number);
    if (end == text.size()) return numbers;
    if (text[end] != '.' && text[end] != '_') return std::nullopt;
    at = end + 1;
  }
}

std::string number_text(const VersionFloor& floor) {
  return fmt::format("{}", fmt::join(floor.numbers, "."));
}

std::vector<VersionFloor> version_floors(const std::vector<elf::VersionNeed>& needs,
                                         const std::vector<elf::Symbol>& dynamic_symbols) {
  std::map<std::string, VersionFloor> by_family;
  for (const elf::VersionNeed& need : needs) {
    if (need.weak) continue;
    NamedVersion version = take_apart(need.version);
    VersionFloor& floor = by_family[version.family];
    floor.family = version.family;
    if (version.numbers.empty()) {
      floor.without_number.emplace_back(need.version);
    } else if (floor.numbers < version.numbers) {
      floor.numbers = version.numbers;
      floor.name = need.version;
    }
  }
  std::map<std::string_view, VersionFloor*> by_name;
  for (auto& [family, floor] : by_family) by_name[floor.name] = &floor;
  for (const elf::Symbol& symbol : dynamic_symbols) {
    if (symbol.defined || symbol.version.name.empty()) continue;
    auto found = by_name.find(symbol.version.name);
    if (found != by_name.end()) found->second->symbols.emplace_back(symbol.name);
  }
  std::vector<VersionFloor> floors;
  for (auto& [family, floor] : by_family) {
    std::sort(floor.symbols.begin(), floor.symbols.end());
    floors.push_back(std::move(floor));
  }
  return floors;
}

}  // namespace ltoscope::audit
