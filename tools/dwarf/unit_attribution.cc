// Walks a unit, or what was split from it, for functions, and runs its line table. Keeps only the
// frames, names and files that some address uses, as text of their own: a split file is closed
// again.
#include "dwarf/unit_attribution.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <unordered_map>

#include "command/failure.h"
#include "dwarf/function_walk.h"
#include "dwarf/line_table.h"

namespace ltoscope::dwarf {
namespace {

// Calls inlined into each other: an address is in no more than that many on average.
constexpr uint64_t usual_depth = 256;
constexpr uint64_t line_table_uses = 16;

uint32_t line_number(uint64_t line) {
  return line > std::numeric_limits<uint32_t>::max() ? 0 : static_cast<uint32_t>(line);
}

// Paths that are asked for, each once.
class Paths {
 public:
  Paths(const std::optional<LineTable>& table, std::string_view folder,
        std::vector<std::string>& out)
      : table_(table), folder_(folder), out_(out) {}

  std::optional<uint32_t> number(uint64_t file) {
    if (!table_) return std::nullopt;
    auto known = numbers_.find(file);
    if (known != numbers_.end()) return known->second;
    std::optional<uint32_t> number;
    std::string path = path_of(*table_, file, folder_);
    if (!path.empty()) {
      number = static_cast<uint32_t>(out_.size());
      out_.push_back(std::move(path));
    }
    numbers_.emplace(file, number);
    return number;
  }

 private:
  const std::optional<LineTable>& table_;
  std::string_view folder_;
  std::vector<std::string>& out_;
  std::unordered_map<uint64_t, std::optional<uint32_t>> numbers_;
};

// Takes over the frames that addresses use, and what those lie in.
void take_frames(const FunctionWalk& walk, Paths& paths, UnitAttribution& result) {
  std::vector<bool> used(walk.frames.size());
  for (uint32_t frame : walk.innermost) {
    for (; frame != no_frame && !used[frame]; frame = walk.frames[frame].outer) used[frame] = true;
  }
  std::vector<uint32_t> frame_number(walk.frames.size(), no_frame);
  std::vector<std::optional<uint32_t>> function_number(walk.names.size());
  for (std::size_t index = 0; index < walk.frames.size(); ++index) {
    if (!used[index]) continue;
    const WalkedFrame& walked = walk.frames[index];
    std::optional<uint32_t>& function = function_number[walked.function];
    if (!function) {
      function = static_cast<uint32_t>(result.functions.size());
      const EntryNames& names = walk.names[walked.function];
      result.functions.push_back({std::string(names.linkage_name), std::string(names.name)});
    }
    Frame frame{*function, std::nullopt, std::nullopt, 0};
    if (walked.outer != no_frame) {
      // Outer frames come first, so its number is known.
      frame.outer = frame_number[walked.outer];
      frame.call_file = paths.number(walked.call_file);
      frame.call_line = line_number(walked.call_line);
    }
    frame_number[index] = static_cast<uint32_t>(result.frames.size());
    result.frames.push_back(frame);
  }
  for (std::size_t index = 0; index < walk.innermost.size(); ++index) {
    if (walk.innermost[index] != no_frame)
      result.of[index].frame = frame_number[walk.innermost[index]];
  }
}

void take_unit(const DwarfFile& file, const Unit& unit, CompileUnit& out) {
  out.name = text_of(file, unit, unit.name).value_or("");
  out.producer = text_of(file, unit, unit.producer).value_or("");
}

// Runs the call; what it throws becomes a reason.
template <class Call>
void keep_reason(UnitAttribution& result, const Call& call) {
  try {
    call();
  } catch (const Failure& failure) {
    result.incomplete.emplace_back(failure.what());
  }
}

}  // namespace

UnitAllowance::UnitAllowance(const DebugInfo& info, std::size_t addresses)
    : range_entries(range_entries_allowed(*info.file) + static_cast<int64_t>(addresses)),
      covered(static_cast<int64_t>(addresses * usual_depth + 4096)),
      line_steps(static_cast<int64_t>(info.file->sections.lines.size() * line_table_uses +
                                      addresses * line_table_uses + 4096)) {}

UnitAttribution attribute_unit(const DebugInfo& info, const Unit& unit,
                               std::span<const uint64_t> addresses, UnitAllowance& allowance) {
  const DwarfFile& file = *info.file;
  UnitAttribution result;
  result.of.resize(addresses.size());
  std::vector<LineOfAddress> lines(addresses.size());
  std::optional<LineTable> table;
  std::string_view folder;
  keep_reason(result, [&] {
    folder = text_of(file, unit, unit.folder).value_or("");
    table = read_line_table(file, unit);
    if (table) find_lines(file, *table, addresses, lines, allowance.line_steps);
  });
  Paths paths(table, folder, result.files);
  for (std::size_t index = 0; index < lines.size(); ++index) {
    if (!lines[index].covered) continue;
    result.of[index].file = paths.number(lines[index].file);
    result.of[index].line = line_number(lines[index].line);
  }
  keep_reason(result, [&] {
    SplitUnit split{nullptr, &unit};
    const DwarfFile* holder = &file;
    take_unit(file, unit, result.unit);
    if (unit.type == UnitType::skeleton) {
      split = open_split_unit(info, unit);
      holder = split.file.get();
      take_unit(*holder, *split.unit, result.unit);
    }
    FunctionWalk walk = walk_functions(*holder, *split.unit, addresses,
                                       {allowance.range_entries, allowance.covered});
    if (!walk.trouble.empty()) result.incomplete.push_back(walk.trouble);
    take_frames(walk, paths, result);
  });
  return result;
}

}  // namespace ltoscope::dwarf
