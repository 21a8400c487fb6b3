// Gives addresses to units, lets threads take one unit after another, and joins what they found in
// the units' order.
#include "dwarf/attribution.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <unordered_map>

#include "command/failure.h"
#include "dwarf/entry_walk.h"
#include "dwarf/function_walk.h"
#include "dwarf/unit_attribution.h"

namespace ltoscope::dwarf {
namespace {

constexpr uint32_t no_unit = ~uint32_t{0};

std::vector<AddressRange> ranges_of(const DwarfFile& file, const Unit& unit,
                                    UnitAllowance& allowance) {
  std::vector<AddressRange> ranges;
  append_ranges(file, unit, unit.low_pc, unit.high_pc, unit.ranges, allowance.range_entries,
                ranges);
  bool says = unit.ranges || (unit.low_pc && unit.high_pc);
  if (!says && unit.has_children && unit.type == UnitType::compile) {
    append_function_ranges(file, unit, allowance.range_entries, ranges);
  }
  return ranges;
}

// The unit of each address, or no_unit.
std::vector<uint32_t> units_of(const DwarfFile& file, std::span<const uint64_t> addresses,
                               UnitAllowance& allowance, Reasons& reasons) {
  std::vector<uint32_t> owner(addresses.size(), no_unit);
  for (uint32_t index = 0; index < file.units.size(); ++index) {
    const Unit& unit = file.units[index];
    if (unit.type != UnitType::compile && unit.type != UnitType::skeleton) continue;
    try {
      for (const AddressRange& range : ranges_of(file, unit, allowance)) {
        std::size_t at = static_cast<std::size_t>(
            std::lower_bound(addresses.begin(), addresses.end(), range.begin) - addresses.begin());
        std::size_t first = at;
        for (; at < addresses.size() && addresses[at] < range.end; ++at) {
          if (owner[at] == no_unit) owner[at] = index;
        }
        if (at != first && !allowance.covered.spend(static_cast<int64_t>(at - first))) {
          file.sections.units.reject("units that cover the same addresses over and over",
                                     "units apart from each other");
        }
      }
    } catch (const Failure& failure) {
      reasons.add(failure.what());
    }
  }
  return owner;
}

// A unit, and the indexes of its addresses.
struct UnitTask {
  uint32_t unit;
  std::vector<uint32_t> indexes;
  UnitAttribution found;
};

std::vector<UnitTask> tasks_of(const std::vector<uint32_t>& owner) {
  std::vector<UnitTask> tasks;
  std::unordered_map<uint32_t, std::size_t> task_of_unit;
  for (uint32_t index = 0; index < owner.size(); ++index) {
    if (owner[index] == no_unit) continue;
    auto [place, is_new] = task_of_unit.emplace(owner[index], tasks.size());
    if (is_new) tasks.push_back({owner[index], {}, {}});
    tasks[place->second].indexes.push_back(index);
  }
  std::sort(tasks.begin(), tasks.end(),
            [](const UnitTask& a, const UnitTask& b) { return a.unit < b.unit; });
  return tasks;
}

void work_on(const DebugInfo& info, std::span<const uint64_t> addresses,
             std::vector<UnitTask>& tasks, UnitAllowance& allowance, int threads) {
  std::atomic<std::size_t> next = 0;
  auto work = [&] {
    for (std::size_t index = next++; index < tasks.size(); index = next++) {
      UnitTask& task = tasks[index];
      std::vector<uint64_t> own;
      for (uint32_t at : task.indexes) own.push_back(addresses[at]);
      task.found = attribute_unit(info, info.file->units[task.unit], own, allowance);
    }
  };
  std::vector<std::jthread> others;
  std::size_t useful = std::min(tasks.size(), static_cast<std::size_t>(std::max(threads, 1)));
  for (std::size_t index = 1; index < useful; ++index) others.emplace_back(work);
  work();
}

// Numbers of one unit become numbers of all: equal functions and files of several units are one.
class Joiner {
 public:
  explicit Joiner(Attributions& all) : all_(all) {}

  void add(UnitTask& task) {
    UnitAttribution& found = task.found;
    uint32_t unit = static_cast<uint32_t>(all_.units.size());
    all_.units.push_back(std::move(found.unit));
    std::vector<uint32_t> functions =
        numbers(found.functions, all_.functions, function_number_, [](const Function& function) {
          return fmt::format("{}\n{}", function.linkage_name, function.name);
        });
    std::vector<uint32_t> files = numbers(found.files, all_.files, file_number_,
                                          [](const std::string& path) { return path; });
    uint32_t first_frame = static_cast<uint32_t>(all_.frames.size());
    auto file_of = [&](std::optional<uint32_t> file) {
      return file ? std::optional(files[*file]) : std::nullopt;
    };
    auto frame_of = [&](std::optional<uint32_t> frame) {
      return frame ? std::optional(*frame + first_frame) : std::nullopt;
    };
    for (const Frame& frame : found.frames) {
      all_.frames.push_back({functions[frame.function], frame_of(frame.outer),
                             file_of(frame.call_file), frame.call_line});
    }
    for (std::size_t index = 0; index < task.indexes.size(); ++index) {
      const Attribution& one = found.of[index];
      all_.of[task.indexes[index]] = {unit, frame_of(one.frame), file_of(one.file), one.line};
    }
    found = {};
  }

 private:
  template <class Item, class Key>
  static std::vector<uint32_t> numbers(std::vector<Item>& items, std::vector<Item>& all,
                                       std::unordered_map<std::string, uint32_t>& known,
                                       const Key& key) {
    std::vector<uint32_t> result;
    for (Item& item : items) {
      auto [place, is_new] = known.emplace(key(item), static_cast<uint32_t>(all.size()));
      if (is_new) all.push_back(std::move(item));
      result.push_back(place->second);
    }
    return result;
  }

  Attributions& all_;
  std::unordered_map<std::string, uint32_t> function_number_;
  std::unordered_map<std::string, uint32_t> file_number_;
};

}  // namespace

Attributions attribute(const DebugInfo& info, std::span<const uint64_t> addresses, int threads) {
  Attributions all;
  all.of.resize(addresses.size());
  all.incomplete = info.incomplete;
  if (!info.file) return all;
  {
    Reasons reasons(all.incomplete);
    UnitAllowance allowance(info, addresses.size());
    std::vector<uint32_t> owner = units_of(*info.file, addresses, allowance, reasons);
    std::vector<UnitTask> tasks = tasks_of(owner);
    work_on(info, addresses, tasks, allowance, threads);
    Joiner joiner(all);
    for (UnitTask& task : tasks) {
      for (const std::string& reason : task.found.incomplete) reasons.add(reason);
      joiner.add(task);
    }
  }
  return all;
}

std::vector<InlinedFrame> inline_chain(const Attributions& attributions, std::size_t index) {
  std::vector<InlinedFrame> chain;
  const Attribution& start = attributions.of[index];
  auto path = [&](std::optional<uint32_t> file) {
    return file ? std::string_view(attributions.files[*file]) : std::string_view();
  };
  std::string_view file = path(start.file);
  uint32_t line = start.line;
  // Ends: an outer frame was always made before its inner ones.
  for (std::optional<uint32_t> at = start.frame; at; at = attributions.frames[*at].outer) {
    const Frame& frame = attributions.frames[*at];
    chain.push_back({&attributions.functions[frame.function], file, line});
    file = path(frame.call_file);
    line = frame.call_line;
  }
  return chain;
}

}  // namespace ltoscope::dwarf
