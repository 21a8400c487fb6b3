// Joins symbols and unwind extents, and cuts the code at every function's begin.
#include "audit/code_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace ltoscope::audit {
namespace {

uint64_t end_of(const CodeArea& area) { return area.address + area.bytes.size(); }

void add_area(const elf::Image& image, uint64_t address, uint64_t offset, uint64_t size,
              std::vector<CodeArea>& areas) {
  elf::ByteReader code = bytes_at_offset(image, "code", offset, size);
  if (address + size < address) {
    code.reject(fmt::format("{} bytes at address {:#x}", size, address),
                "an end within the address space");
  }
  areas.push_back({address, code.bytes()});
}

// Sections say it best; without them a whole executable segment is taken for code.
std::vector<CodeArea> find_areas(const elf::Image& image) {
  std::vector<CodeArea> areas;
  for (const elf::Section& section : image.sections) {
    if (section.executable && section.loaded && section.size != 0 &&
        section.kind != elf::SectionKind::empty_in_file) {
      add_area(image, section.address, section.offset, section.size, areas);
    }
  }
  if (areas.empty()) {
    for (const elf::Segment& segment : image.segments) {
      if (segment.kind == elf::SegmentKind::load && segment.executable && segment.file_size != 0) {
        add_area(image, segment.address, segment.offset, segment.file_size, areas);
      }
    }
  }
  std::sort(areas.begin(), areas.end(),
            [](const CodeArea& a, const CodeArea& b) { return a.address < b.address; });
  // No byte is code twice, whatever contradictory headers say.
  for (std::size_t index = 1; index < areas.size(); ++index) {
    CodeArea& before = areas[index - 1];
    before.bytes =
        before.bytes.first(std::min(before.bytes.size(), areas[index].address - before.address));
  }
  return areas;
}

const CodeArea* area_of(const std::vector<CodeArea>& areas, uint64_t address) {
  auto after =
      std::upper_bound(areas.begin(), areas.end(), address,
                       [](uint64_t value, const CodeArea& area) { return value < area.address; });
  if (after == areas.begin()) return nullptr;
  const CodeArea& area = *std::prev(after);
  return address < end_of(area) ? &area : nullptr;
}

bool is_before(const elf::CodeExtent& a, const elf::CodeExtent& b) {
  return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
}

// Drops extents outside the code, sorts, and leaves each once.
void put_in_order(const std::vector<CodeArea>& areas, std::vector<elf::CodeExtent>& extents) {
  std::erase_if(extents, [&](const elf::CodeExtent& extent) {
    return extent.end < extent.begin || area_of(areas, extent.begin) == nullptr;
  });
  // The unwind table is, as a rule.
  if (!std::is_sorted(extents.begin(), extents.end(), is_before)) {
    std::sort(extents.begin(), extents.end(), is_before);
  }
  auto last = std::unique(extents.begin(), extents.end(),
                          [](const elf::CodeExtent& a, const elf::CodeExtent& b) {
                            return a.begin == b.begin && a.end == b.end;
                          });
  extents.erase(last, extents.end());
}

// What symbols say and the unwind table does not, which is little. functions: sorted.
void find_further(const std::vector<elf::Symbol>& symbols,
                  const std::vector<elf::CodeExtent>& functions,
                  std::vector<elf::CodeExtent>& further) {
  for (const elf::Symbol& symbol : symbols) {
    bool function = symbol.kind == elf::SymbolKind::function ||
                    symbol.kind == elf::SymbolKind::function_by_resolver;
    if (!function || !symbol.defined || symbol.absolute) continue;
    elf::CodeExtent extent{symbol.address, symbol.address + symbol.size};
    if (std::binary_search(functions.begin(), functions.end(), extent, is_before)) continue;
    further.push_back(extent);
  }
}

// Both sorted.
void add_extents(const std::vector<elf::CodeExtent>& further,
                 std::vector<elf::CodeExtent>& functions) {
  if (further.empty()) return;
  std::vector<elf::CodeExtent> all;
  all.reserve(functions.size() + further.size());
  std::merge(functions.begin(), functions.end(), further.begin(), further.end(),
             std::back_inserter(all), is_before);
  functions = std::move(all);
}

constexpr std::size_t block_size = 64;
constexpr std::size_t most_around = 64;

void add_block_ends(CodeMap& code) {
  std::vector<uint64_t> ends;
  ends.reserve(code.functions.size());
  for (const elf::CodeExtent& extent : code.functions) ends.push_back(extent.end);
  while (ends.size() >= block_size) {
    std::vector<uint64_t> blocks(ends.size() / block_size);
    for (std::size_t block = 0; block < blocks.size(); ++block) {
      auto first = ends.begin() + static_cast<std::ptrdiff_t>(block * block_size);
      blocks[block] = *std::max_element(first, first + block_size);
    }
    code.block_ends.push_back(blocks);
    ends = std::move(blocks);
  }
}

// The index behind the last of functions[0..count) that ends behind address, or 0. Looks at a
// number of them that grows with the logarithm of theirs, however they nest.
std::size_t behind_last_reaching(const CodeMap& code, std::size_t count, uint64_t address) {
  while (count > 0 && code.functions[count - 1].end <= address) {
    std::size_t step = 1, size = block_size;
    for (const std::vector<uint64_t>& ends : code.block_ends) {
      if (count % size != 0 || ends[count / size - 1] > address) break;
      step = size;
      size *= block_size;
    }
    count -= step;
  }
  return count;
}

std::size_t functions_begun(const CodeMap& code, uint64_t address) {
  auto after = std::upper_bound(
      code.functions.begin(), code.functions.end(), address,
      [](uint64_t value, const elf::CodeExtent& extent) { return value < extent.begin; });
  return static_cast<std::size_t>(after - code.functions.begin());
}

// Cuts extents that leave their area, and gives those without a size (labels of hand-written code)
// all up to the next function.
void settle_extents(CodeMap& code) {
  for (std::size_t index = 0; index < code.functions.size(); ++index) {
    elf::CodeExtent& extent = code.functions[index];
    uint64_t area_end = end_of(*area_of(code.areas, extent.begin));
    if (extent.end == extent.begin) {
      bool is_last = index + 1 == code.functions.size();
      extent.end = is_last ? area_end : code.functions[index + 1].begin;
    }
    extent.end = std::min(extent.end, area_end);
  }
  std::erase_if(code.functions,
                [](const elf::CodeExtent& extent) { return extent.begin == extent.end; });
  code.reach.reserve(code.functions.size());
  for (const elf::CodeExtent& extent : code.functions) {
    code.reach.push_back(code.reach.empty() ? extent.end : std::max(code.reach.back(), extent.end));
  }
  add_block_ends(code);
}

}  // namespace

class RangeCutter {
 public:
  explicit RangeCutter(const CodeMap& code) : code_(code) {
    ranges_.areas_ = code.areas;
    ranges_.begins_.reserve(code.functions.size() + code.areas.size());
  }

  CodeRanges cut() {
    auto function = code_.functions.begin();
    for (const CodeArea& area : code_.areas) {
      uint64_t at = area.address;
      uint64_t covered = at;  // functions so far reach up to here
      for (; function != code_.functions.end() && function->begin < end_of(area); ++function) {
        if (function->begin < at) continue;  // areas that overlap
        add(at, std::min(covered, function->begin), true);
        add(std::max(at, covered), function->begin, false);
        at = function->begin;
        covered = std::max(covered, function->end);
      }
      add(at, covered, true);
      add(std::max(at, covered), end_of(area), false);
    }
    return std::move(ranges_);
  }

 private:
  void add(uint64_t begin, uint64_t end, bool in_function) {
    if (begin >= end) return;
    ranges_.begins_.push_back(begin);
    ranges_.in_function_.push_back(in_function);
  }

  const CodeMap& code_;
  CodeRanges ranges_;
};

std::optional<std::size_t> CodeRanges::index_at(uint64_t address) const {
  if (area_of(areas_, address) == nullptr) return std::nullopt;
  auto after = std::upper_bound(begins_.begin(), begins_.end(), address);
  return static_cast<std::size_t>(after - begins_.begin()) - 1;
}

CodeRange CodeRanges::operator[](std::size_t index) const {
  uint64_t begin = begins_[index];
  const CodeArea& area = *area_of(areas_, begin);
  uint64_t end = end_of(area);
  if (index + 1 < begins_.size()) end = std::min(end, begins_[index + 1]);
  return {begin, end, in_function_[index], area.bytes.subspan(begin - area.address, end - begin)};
}

CodeMap map_code(const elf::Image& image, const std::vector<elf::Symbol>& dynamic_symbols,
                 const std::vector<elf::Symbol>* symbol_table) {
  CodeMap code;
  code.image = &image;
  code.areas = find_areas(image);
  // Each takes bytes, and is read again for each function that begins inside its own.
  constexpr int64_t times_the_file = 16;
  code.exception_records = std::make_shared<elf::Allowance>(
      times_the_file * static_cast<int64_t>(image.file->bytes().size()));
  elf::UnwindTable unwind = elf::read_unwind_table(image);
  code.functions = std::move(unwind.code);
  code.with_exceptions = std::move(unwind.with_exceptions);
  std::sort(code.with_exceptions.begin(), code.with_exceptions.end(),
            [](const elf::UnwindEntry& a, const elf::UnwindEntry& b) {
              return a.code.begin < b.code.begin;
            });
  code.boundaries_known = !code.functions.empty() || symbol_table != nullptr;
  put_in_order(code.areas, code.functions);
  std::vector<elf::CodeExtent> further;
  find_further(dynamic_symbols, code.functions, further);
  if (symbol_table != nullptr) find_further(*symbol_table, code.functions, further);
  put_in_order(code.areas, further);
  add_extents(further, code.functions);
  settle_extents(code);
  code.ranges = RangeCutter(code).cut();
  return code;
}

std::span<const std::byte> code_from(const CodeMap& code, uint64_t address) {
  const CodeArea* area = area_of(code.areas, address);
  if (area == nullptr) return {};
  return area->bytes.subspan(address - area->address);
}

std::vector<elf::CodeExtent> functions_around(const CodeMap& code, uint64_t address) {
  std::vector<elf::CodeExtent> around;
  std::size_t count = functions_begun(code, address);
  while (count > 0 && code.reach[count - 1] > address && around.size() < most_around) {
    count = behind_last_reaching(code, count, address);
    if (count > 0) around.push_back(code.functions[--count]);
  }
  std::reverse(around.begin(), around.end());
  return around;
}

std::optional<elf::CodeExtent> hull_around(const CodeMap& code, uint64_t address) {
  std::size_t count = functions_begun(code, address);
  auto end = code.reach.begin() + static_cast<std::ptrdiff_t>(count);
  // Where the reach first goes beyond address, that function's own end does.
  auto first = std::upper_bound(code.reach.begin(), end, address);
  if (first == end) return std::nullopt;
  std::size_t index = static_cast<std::size_t>(first - code.reach.begin());
  return elf::CodeExtent{code.functions[index].begin, code.reach[count - 1]};
}

std::vector<elf::ExceptionRange> exceptions_in(const CodeMap& code, const CodeRange& range) {
  std::vector<elf::ExceptionRange> exceptions;
  // Unwind entries do not overlap, so only the last that begins before the range can reach into it.
  auto entry = std::upper_bound(
      code.with_exceptions.begin(), code.with_exceptions.end(), range.begin,
      [](uint64_t value, const elf::UnwindEntry& other) { return value < other.code.begin; });
  if (entry != code.with_exceptions.begin()) --entry;
  for (; entry != code.with_exceptions.end() && entry->code.begin < range.end; ++entry) {
    if (entry->code.end <= range.begin) continue;
    std::vector<elf::ExceptionRange> found =
        read_exception_table(*code.image, *entry, *code.exception_records);
    exceptions.insert(exceptions.end(), found.begin(), found.end());
  }
  return exceptions;
}

}  // namespace ltoscope::audit
