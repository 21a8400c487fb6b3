// For libFuzzer: any bytes are either refused in one line or an ELF file whose debug information is
// read to its end, with reasons in one line each for what could not be.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>
#include <vector>

#include "command/failure.h"
#include "dwarf/attribution.h"
#include "dwarf/call_site_records.h"
#include "dwarf/function_walk.h"
#include "dwarf/thread_locals.h"

namespace {

using namespace ltoscope;

// Not assert: presets without it must stop as well.
void require_true(bool holds) {
  if (!holds) std::abort();
}

void require_lines(const std::vector<std::string>& reasons) {
  for (std::string_view reason : reasons) require_true(!reason.empty() && !reason.contains('\n'));
}

// Where the code of small libraries is.
std::vector<uint64_t> likely_addresses() {
  std::vector<uint64_t> addresses;
  for (uint64_t address = 0; address < 0x4000; address += 4) addresses.push_back(address);
  return addresses;
}

void attribute_all(const elf::Image& image, std::span<const uint64_t> addresses) {
  elf::DebugFilePlaces nowhere;
  nowhere.none = true;
  dwarf::DebugInfo info = dwarf::open_debug_info(image, nowhere);
  dwarf::Attributions found = dwarf::attribute(info, addresses, 1);
  require_true(found.of.size() == addresses.size());
  for (std::size_t index = 0; index < addresses.size(); ++index) {
    for (const dwarf::InlinedFrame& frame : dwarf::inline_chain(found, index))
      require_true(frame.function != nullptr);
  }
  require_lines(found.incomplete);
  require_lines(dwarf::thread_locals(info, 1).incomplete);
  require_lines(dwarf::call_site_records(info, 1).incomplete);
}

// The same of a .dwo file, as if a library had named it.
void walk_split(const elf::Image& image, std::span<const uint64_t> addresses) {
  dwarf::DwarfFile file;
  file.image = &image;
  dwarf::read_sections_of(file, ".dwo");
  dwarf::read_units(file, true);
  require_lines(file.doubts);
  dwarf::Allowance entries(dwarf::range_entries_allowed(file)),
      covered(static_cast<int64_t>(addresses.size()) * 256);
  for (dwarf::Unit& unit : file.units) {
    unit.split_from = &file;
    dwarf::FunctionWalk walk = dwarf::walk_functions(file, unit, addresses, {entries, covered});
    for (uint32_t frame : walk.innermost)
      require_true(frame == dwarf::no_frame || frame < walk.frames.size());
  }
}

}  // namespace

extern "C" __attribute__((visibility("default"))) int LLVMFuzzerTestOneInput(const uint8_t* data,
                                                                             std::size_t size) {
  static const std::vector<uint64_t> addresses = likely_addresses();
  if (size == 0) return 0;
  try {
    elf::Image image = elf::read_debug_image(
        std::make_unique<const elf::MappedFile>("input", std::as_bytes(std::span(data, size))));
    attribute_all(image, addresses);
    walk_split(image, addresses);
  } catch (const Failure& failure) {
    std::string_view line = failure.what();
    require_true(line.starts_with("input") && !line.contains('\n'));
  }
  return 0;
}
