// One look-up of all addresses.
#include "audit/site_origins.h"

#include <fmt/format.h>

#include "dwarf/attribution.h"

namespace ltoscope::audit {
namespace {

SiteOrigin origin_of(const dwarf::Attributions& attributions, std::size_t index) {
  SiteOrigin origin;
  const dwarf::Attribution& found = attributions.of[index];
  if (found.unit) origin.unit = attributions.units[*found.unit].name;
  if (found.file) origin.file = attributions.files[*found.file];
  origin.line = found.line;
  for (const dwarf::InlinedFrame& frame : dwarf::inline_chain(attributions, index)) {
    origin.chain.push_back(
        {std::string(frame.function->key()), std::string(frame.file), frame.line});
  }
  return origin;
}

}  // namespace

void add_origins(const Library& library, const elf::DebugFilePlaces& places, int threads,
                 SiteList& list) {
  dwarf::DebugInfo info = dwarf::open_debug_info(library.image, places);
  list.without_origin = info.incomplete;
  if (!info.file) {
    list.without_origin.push_back(places.none ? "debug information was not to be read"
                                              : "there is no debug information");
    return;
  }
  std::vector<uint64_t> addresses;
  addresses.reserve(list.rows.size());
  for (const SiteRow& row : list.rows) addresses.push_back(row.address);
  dwarf::Attributions attributions = dwarf::attribute(info, addresses, threads);
  list.debug_source = info.source;
  int64_t unclaimed = 0;
  for (std::size_t index = 0; index < list.rows.size(); ++index) {
    list.rows[index].origin = origin_of(attributions, index);
    if (!attributions.of[index].unit) ++unclaimed;
  }
  for (const std::string& reason : attributions.incomplete) list.without_origin.push_back(reason);
  if (unclaimed != 0) {
    list.without_origin.push_back(
        fmt::format("{} sites are in code that no compile unit claims", unclaimed));
  }
}

}  // namespace ltoscope::audit
