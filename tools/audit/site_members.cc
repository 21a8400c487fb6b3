// Looks each address up in the map's inputs.
#include "audit/site_members.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "audit/linker_map.h"

namespace ltoscope::audit {
namespace {

constexpr char of_linker[] = "made by the linker";
// How lld calls the owner of stubs and thunks.
constexpr char internal_object[] = "<internal>";

// Why some rows have no member, and how many.
using Reasons = std::map<std::string, int64_t>;

const MappedInput* input_at(const std::vector<MappedInput>& inputs, uint64_t address) {
  auto after = std::upper_bound(
      inputs.begin(), inputs.end(), address,
      [](uint64_t wanted, const MappedInput& input) { return wanted < input.address; });
  if (after == inputs.begin()) return nullptr;
  const MappedInput& input = *std::prev(after);
  return address - input.address < input.size ? &input : nullptr;
}

void take_unit(SiteRow& row, const std::string& reason, Reasons& reasons) {
  if (row.origin && !row.origin->unit.empty()) {
    row.member = "unit " + row.origin->unit;
  } else {
    ++reasons[reason];
  }
}

void take_from_map(const LinkerMap& map, const elf::Image& image, SiteList& list,
                   Reasons& reasons) {
  std::vector<MappedInput> inputs = map.inputs_of_code(image);
  int64_t by_lto = 0;
  for (SiteRow& row : list.rows) {
    const MappedInput* input = input_at(inputs, row.address);
    if (input == nullptr) {
      take_unit(row, "the map has no input at their addresses", reasons);
      continue;
    }
    const std::string& object = map.objects[input->object];
    ObjectMember member = member_of_object(object);
    if (member.by_lto) ++by_lto;
    if (!member.name.empty()) {
      row.member = object == internal_object ? of_linker : member.name;
      continue;
    }
    take_unit(
        row,
        fmt::format("the map has an object of LTO there ({}), whose name tells no member", object),
        reasons);
  }
  if (by_lto != 0) {
    list.member_notes.push_back(
        fmt::format("{} sites are in code that LTO made at the link: what was inlined there out of "
                    "another member counts for the one that it came into",
                    by_lto));
  }
}

}  // namespace

void add_members(const Library& library, const std::optional<std::filesystem::path>& map,
                 SiteList& list) {
  Reasons reasons;
  if (map) {
    LinkerMap read = read_linker_map(*map);
    list.map_source = read.path;
    take_from_map(read, library.image, list, reasons);
  } else {
    for (SiteRow& row : list.rows) {
      take_unit(row, "no linker map was given, and no debug information names a compile unit",
                reasons);
    }
  }
  bool has_units = std::any_of(list.rows.begin(), list.rows.end(), [](const SiteRow& row) {
    return row.member && row.member->starts_with("unit ");
  });
  if (has_units) {
    list.member_notes.push_back(
        map ? "where the map tells no member, compile units stand, out of debug information"
            : "compile units stand for members, out of debug information; a linker map (--map) "
              "names members");
  }
  for (const auto& [reason, sites] : reasons) {
    list.without_member.push_back(fmt::format("{} sites: {}", sites, reason));
  }
}

}  // namespace ltoscope::audit
