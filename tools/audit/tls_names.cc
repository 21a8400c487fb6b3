// One name for each offset.
#include "audit/tls_names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>

#include "dwarf/thread_locals.h"

namespace ltoscope::audit {
namespace {

// More alternatives than these are no help.
constexpr std::size_t most_alternatives = 3;

std::string name_of(const dwarf::ThreadLocal& variable) {
  return variable.linkage_name.empty() ? variable.name : variable.linkage_name;
}

// Variables at one offset. One that aliases another has no other offset, so the first will do; but
// offset 0 is also written for what the link left out.
std::optional<TlsName> name_at(uint64_t offset, std::vector<TlsName> candidates) {
  std::erase_if(candidates, [](const TlsName& candidate) { return candidate.name.empty(); });
  if (candidates.empty()) return std::nullopt;
  bool may_be_left_out = offset == 0;
  std::vector<std::string> names;
  for (const TlsName& candidate : candidates) {
    if (std::find(names.begin(), names.end(), candidate.name) == names.end()) {
      names.push_back(candidate.name);
    }
  }
  if (names.size() == 1 || !may_be_left_out) return candidates.front();
  if (names.size() > most_alternatives) return std::nullopt;
  return TlsName{offset, 0, fmt::format("{}", fmt::join(names, " or "))};
}

}  // namespace

TlsNames tls_names_in_debug_info(const Library& library, int threads) {
  TlsNames result;
  if (library.places.none) return result;
  dwarf::DebugInfo info = dwarf::open_debug_info(library.image, library.places);
  if (!info.file) return result;
  result.source = info.source;
  std::vector<dwarf::ThreadLocal> variables = dwarf::thread_locals(info, threads).variables;
  for (auto from = variables.begin(); from != variables.end();) {
    std::vector<TlsName> candidates;
    uint64_t offset = from->offset;
    for (; from != variables.end() && from->offset == offset; ++from) {
      candidates.push_back({offset, from->size, name_of(*from)});
    }
    if (std::optional<TlsName> name = name_at(offset, std::move(candidates))) {
      result.names.push_back(std::move(*name));
    }
  }
  return result;
}

}  // namespace ltoscope::audit
