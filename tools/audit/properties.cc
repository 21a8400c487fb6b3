// Each property from the tables that decide it.
#include "audit/properties.h"

#include <fmt/format.h>

#include <algorithm>

#include "audit/address_ranges.h"
#include "elf/comment.h"
#include "elf/machine.h"
#include "elf/relocation_types.h"
#include "elf/version_needs.h"

namespace ltoscope::audit {
namespace {

using elf::RelocationRole;

// Nothing when the relocations say all that is asked of them.
std::optional<std::string> why_relocations_are_unknown(const Library& library) {
  const elf::Image& image = library.image;
  if (!elf::can_read_relocations(image)) {
    return "64-bit MIPS packs three types into each relocation, which is not read";
  }
  if (elf::tls_relocation_names(image.machine).empty()) {
    return fmt::format("what relocations of {} do is not known", elf::machine_name(image.machine));
  }
  if (!library.dynamic.present && image.sections.empty()) {
    return "the file has neither a dynamic segment nor section headers";
  }
  return std::nullopt;
}

AddressRanges ranges_of_segments(const elf::Image& image, auto condition) {
  std::vector<AddressRanges::Range> ranges;
  for (const elf::Segment& segment : image.segments) {
    if (!condition(segment)) continue;
    ranges.push_back({segment.address, segment.address + segment.memory_size});
  }
  return AddressRanges(std::move(ranges));
}

void add_search_paths(std::optional<std::string_view> paths, std::vector<std::string>& result) {
  if (!paths) return;
  for (std::size_t at = 0; at <= paths->size();) {
    std::size_t end = std::min(paths->find(':', at), paths->size());
    result.emplace_back(paths->substr(at, end - at));
    at = end + 1;
  }
}

// A slot in a page that stays writable is what an attacker overwrites, whatever the flags say; a
// library without such slots is protected in full also when it binds lazily.
RelroKind judge_relro(const Library& library) {
  AddressRanges protected_ranges =
      ranges_of_segments(library.image, [](const elf::Segment& segment) {
        return segment.kind == elf::SegmentKind::read_only_after_start;
      });
  if (protected_ranges.empty()) return RelroKind::none;
  elf::RelocationRoles roles(library.image.machine);
  bool all_within = true;
  library.relocations.for_each([&](const elf::Relocation& relocation) {
    RelocationRole role = roles.of(relocation.type);
    bool is_slot = role == RelocationRole::plt_slot || role == RelocationRole::got_slot;
    if (is_slot && !protected_ranges.contains(relocation.address)) all_within = false;
  });
  return all_within ? RelroKind::full : RelroKind::partial;
}

int64_t count_text_relocations(const Library& library) {
  AddressRanges read_only = ranges_of_segments(library.image, [](const elf::Segment& segment) {
    return segment.kind == elf::SegmentKind::load && !segment.writable;
  });
  int64_t count = 0;
  library.relocations.for_each([&](const elf::Relocation& relocation) {
    if (read_only.contains(relocation.address)) ++count;
  });
  return count;
}

void judge_relocations(const Library& library, Properties& properties) {
  if (std::optional<std::string> reason = why_relocations_are_unknown(library)) {
    properties.relro.reason = properties.text_relocations.reason =
        properties.static_tls_relocations.reason = *reason;
    return;
  }
  properties.relro.value = judge_relro(library);
  properties.text_relocations.value = count_text_relocations(library);
  int64_t count = 0;
  elf::RelocationRoles roles(library.image.machine);
  const std::vector<elf::Symbol>& symbols = library.dynamic_symbols.symbols;
  library.relocations.for_each([&](const elf::Relocation& relocation) {
    RelocationRole role = roles.of(relocation.type);
    if (role != RelocationRole::tls_static_offset) return;
    ++count;
    if (relocation.symbol != 0 && relocation.symbol < symbols.size()) {
      properties.static_tls_symbols.emplace_back(symbols[relocation.symbol].name);
    }
  });
  properties.static_tls_relocations.value = count;
}

void describe_makers(const elf::Image& image, Properties& properties) {
  for (const std::string& line : elf::read_comment(image)) {
    constexpr std::string_view lld_prefix = "Linker: ";
    bool is_linker = line.starts_with(lld_prefix) || line.starts_with("mold ") ||
                     line.starts_with("Wild ") || line.starts_with("GNU gold");
    if (!is_linker) {
      properties.compilers.push_back(line);
    } else if (!properties.linker) {
      properties.linker = line.starts_with(lld_prefix) ? line.substr(lld_prefix.size()) : line;
    }
  }
}

}  // namespace

std::string_view relro_name(RelroKind kind) {
  switch (kind) {
    case RelroKind::none:
      return "none";
    case RelroKind::partial:
      return "partial";
    case RelroKind::full:
      return "full";
  }
  return "";
}

Properties properties_of(const Library& library) {
  const elf::Image& image = library.image;
  const elf::Dynamic& dynamic = library.dynamic;
  Properties properties;
  properties.machine = elf::machine_name(image.machine);
  if (dynamic.soname) properties.soname = *dynamic.soname;
  properties.needed.assign(dynamic.needed.begin(), dynamic.needed.end());
  add_search_paths(dynamic.rpath, properties.search_paths);
  add_search_paths(dynamic.runpath, properties.search_paths);
  judge_relocations(library, properties);
  properties.bind_now = dynamic.bind_now;
  if (const elf::Segment* stack = elf::find_segment(image, elf::SegmentKind::stack)) {
    properties.stack_is_declared = true;
    properties.executable_stack = stack->executable;
  }
  properties.static_tls = dynamic.static_tls;
  if (const elf::Segment* tls = elf::find_segment(image, elf::SegmentKind::tls)) {
    properties.tls_bytes = static_cast<int64_t>(tls->memory_size);
  }
  properties.pages = read_page_layout(image);
  properties.floors =
      version_floors(elf::read_version_needs(image, dynamic), library.dynamic_symbols.symbols);
  describe_makers(image, properties);
  properties.operators = find_operators(library);
  return properties;
}

}  // namespace ltoscope::audit
