// Where the machine code of a file lies and where its functions begin and end, so that decoding
// starts at known instruction boundaries. Function extents come from symbols and from the unwind
// table, which survives strip.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "elf/exception_table.h"
#include "elf/image.h"
#include "elf/symbols.h"
#include "elf/unwind_table.h"

namespace ltoscope::audit {

struct CodeArea {
  uint64_t address;
  std::span<const std::byte> bytes;
};

// A run of code in which decoding starts at begin. A function with a second entry has a range for
// each.
struct CodeRange {
  uint64_t begin;
  uint64_t end;
  bool in_function;  // false: between functions (padding, PLT, code without unwind information)
  std::span<const std::byte> bytes;  // of [begin, end)
};

// Sorted, disjoint, together the areas. Kept as the addresses where they begin: there are hundreds
// of thousands.
class CodeRanges {
 public:
  std::size_t size() const { return begins_.size(); }
  // Nothing when address is in none.
  std::optional<std::size_t> index_at(uint64_t address) const;
  CodeRange operator[](std::size_t index) const;

 private:
  friend class RangeCutter;
  std::vector<CodeArea> areas_;
  std::vector<uint64_t> begins_;
  std::vector<bool> in_function_;
};

// The image must outlive it.
struct CodeMap {
  const elf::Image* image;
  std::vector<CodeArea> areas;
  std::vector<elf::CodeExtent> functions;  // sorted by begin; may nest
  std::vector<uint64_t> reach;             // the highest end of functions[0..n]
  // The highest end of each whole block of 64 functions, of each block of 64 such blocks, ...
  std::vector<std::vector<uint64_t>> block_ends;
  CodeRanges ranges;
  // Those that have an exception table, sorted by begin.
  std::vector<elf::UnwindEntry> with_exceptions;
  // Whether functions are known at all: the file has an unwind table or a full symbol table.
  bool boundaries_known = false;
  // For records of exception tables, which functions may share.
  std::shared_ptr<elf::Allowance> exception_records;
};

// symbol_table: nullptr when the file was stripped.
CodeMap map_code(const elf::Image& image, const std::vector<elf::Symbol>& dynamic_symbols,
                 const std::vector<elf::Symbol>* symbol_table);

// The bytes from address to the end of its area; empty when address is no code.
std::span<const std::byte> code_from(const CodeMap& code, uint64_t address);

// The extents that contain address, outermost first; of more than 64, which no compiler nests, the
// innermost.
std::vector<elf::CodeExtent> functions_around(const CodeMap& code, uint64_t address);

// From the first begin to the last end of all extents that contain address: all that shares a
// function with it. Nothing when none does.
std::optional<elf::CodeExtent> hull_around(const CodeMap& code, uint64_t address);

// Where exceptions continue that leave calls in the range.
std::vector<elf::ExceptionRange> exceptions_in(const CodeMap& code, const CodeRange& range);

inline bool contains(const elf::CodeExtent& extent, uint64_t address) {
  return address >= extent.begin && address < extent.end;
}

}  // namespace ltoscope::audit
