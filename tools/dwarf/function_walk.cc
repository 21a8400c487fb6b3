// Goes through entries in their order, outer before inner, so that the last frame that covers an
// address is the innermost. Of entries that are neither functions nor inlined calls only the size
// matters.
#include "dwarf/function_walk.h"

#include <algorithm>
#include <unordered_map>

#include "command/failure.h"
#include "dwarf/entry_walk.h"

namespace ltoscope::dwarf {
namespace {

struct CodeEntry {
  Value low_pc, high_pc, ranges, call_file, call_line;
  NamingValues naming;
};

CodeEntry read_code_entry(const Unit& unit, const Abbreviation& abbreviation,
                          elf::InlineCursor& cursor) {
  CodeEntry entry;
  for (const AttributeForm& form : unit.abbreviations->forms_of(abbreviation)) {
    Value value = read_value(cursor, form, unit.encoding);
    switch (form.attribute) {
      case Attribute::low_pc:
        entry.low_pc = value;
        break;
      case Attribute::high_pc:
        entry.high_pc = value;
        break;
      case Attribute::ranges:
        entry.ranges = value;
        break;
      case Attribute::call_file:
        entry.call_file = value;
        break;
      case Attribute::call_line:
        entry.call_line = value;
        break;
      default:
        entry.naming.take(form.attribute, value);
    }
  }
  return entry;
}

class Walker {
 public:
  Walker(const DwarfFile& file, const Unit& unit, std::span<const uint64_t> addresses,
         const WalkAllowance& allowance, FunctionWalk& found)
      : file_(file), unit_(unit), addresses_(addresses), allowance_(allowance), found_(found) {}

  void visit(const Abbreviation& abbreviation, elf::InlineCursor& cursor, std::size_t depth) {
    // The frame around this entry; its children get the same unless it is a frame itself.
    uint32_t outer = depth == 0 ? no_frame : frame_at_[depth - 1];
    if (frame_at_.size() <= depth) frame_at_.resize(depth + 1);
    frame_at_[depth] = outer;
    if (abbreviation.tag == Tag::subprogram) {
      CodeEntry entry = read_code_entry(unit_, abbreviation, cursor);
      frame_at_[depth] = no_frame;  // whatever is around it, its code is its own
      if (covers(entry)) frame_at_[depth] = add_frame(entry, no_frame);
    } else if (abbreviation.tag == Tag::inlined_subroutine && outer != no_frame) {
      CodeEntry entry = read_code_entry(unit_, abbreviation, cursor);
      covers(entry);
      // Without an address of its own as well: one inlined into it may have some.
      frame_at_[depth] = add_frame(entry, outer);
    } else {
      skip_values(cursor, *unit_.abbreviations, abbreviation, unit_.encoding);
    }
  }

 private:
  // Leaves in covered_ the addresses inside the entry's ranges.
  bool covers(const CodeEntry& entry) {
    ranges_.clear();
    covered_.clear();
    append_ranges(file_, unit_, entry.low_pc, entry.high_pc, entry.ranges, allowance_.range_entries,
                  ranges_);
    for (const AddressRange& range : ranges_) {
      auto first = std::lower_bound(addresses_.begin(), addresses_.end(), range.begin);
      auto last = std::lower_bound(first, addresses_.end(), range.end);
      if (first != last) {
        covered_.push_back({static_cast<uint64_t>(first - addresses_.begin()),
                            static_cast<uint64_t>(last - addresses_.begin())});
      }
    }
    return !covered_.empty();
  }

  uint32_t add_frame(const CodeEntry& entry, uint32_t outer) {
    uint32_t frame = static_cast<uint32_t>(found_.frames.size());
    if (uint64_t{frame} * sizeof(WalkedFrame) > memory_allowed(file_)) {
      file_.sections.units.reject(fmt::format("more than {} inlined calls of one unit", frame),
                                  "fewer in a file of its size");
    }
    found_.frames.push_back(
        {function_of(entry.naming), outer, entry.call_file.number, entry.call_line.number});
    for (const AddressRange& indexes : covered_) {
      if (!allowance_.covered.spend(static_cast<int64_t>(indexes.end - indexes.begin))) {
        file_.sections.units.reject("ranges that cover the same addresses over and over",
                                    "calls inside each other");
      }
      std::fill(found_.innermost.begin() + static_cast<std::ptrdiff_t>(indexes.begin),
                found_.innermost.begin() + static_cast<std::ptrdiff_t>(indexes.end), frame);
    }
    return frame;
  }

  // Most inlined calls are of few functions: their names are looked up once.
  uint32_t function_of(const NamingValues& naming) {
    const Value& reference = naming.abstract_origin ? naming.abstract_origin : naming.specification;
    bool shared = !naming.name && !naming.linkage_name;
    std::optional<EntryPlace> origin;
    if (shared) origin = referred(file_, unit_, reference);
    if (origin) {
      auto known = known_[origin->file == &file_ ? 0 : 1].find(origin->offset);
      if (known != known_[origin->file == &file_ ? 0 : 1].end()) return known->second;
    }
    uint32_t index = static_cast<uint32_t>(found_.names.size());
    found_.names.push_back(names_of(file_, unit_, naming));
    if (origin) known_[origin->file == &file_ ? 0 : 1].emplace(origin->offset, index);
    return index;
  }

  const DwarfFile& file_;
  const Unit& unit_;
  std::span<const uint64_t> addresses_;
  const WalkAllowance& allowance_;
  FunctionWalk& found_;
  std::vector<uint32_t> frame_at_;  // by depth
  std::vector<AddressRange> ranges_;
  std::vector<AddressRange> covered_;                // of indexes
  std::unordered_map<uint64_t, uint32_t> known_[2];  // by offset, in this file and in its alternate
};

}  // namespace

FunctionWalk walk_functions(const DwarfFile& file, const Unit& unit,
                            std::span<const uint64_t> addresses, const WalkAllowance& allowance) {
  FunctionWalk found;
  found.innermost.assign(addresses.size(), no_frame);
  Walker walker(file, unit, addresses, allowance, found);
  try {
    for_each_entry(file, unit,
                   [&](const Abbreviation& abbreviation, elf::InlineCursor& cursor,
                       std::size_t depth) { walker.visit(abbreviation, cursor, depth); });
  } catch (const Failure& failure) {
    found.trouble = failure.what();
  }
  return found;
}

void append_function_ranges(const DwarfFile& file, const Unit& unit, Allowance& range_entries,
                            std::vector<AddressRange>& out) {
  for_each_entry(
      file, unit, [&](const Abbreviation& abbreviation, elf::InlineCursor& cursor, std::size_t) {
        if (abbreviation.tag != Tag::subprogram) {
          skip_values(cursor, *unit.abbreviations, abbreviation, unit.encoding);
          return;
        }
        CodeEntry entry = read_code_entry(unit, abbreviation, cursor);
        append_ranges(file, unit, entry.low_pc, entry.high_pc, entry.ranges, range_entries, out);
      });
}

}  // namespace ltoscope::dwarf
