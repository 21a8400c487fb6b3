// Where machine code can meet the watched functions in one file: words that hold its address once
// the loader is done (slots), and its first instruction when it is defined here (entries).
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "audit/address_ranges.h"
#include "audit/watch_list.h"
#include "elf/image.h"
#include "elf/relocations.h"
#include "elf/symbols.h"
#include "elf/unwind_table.h"

namespace ltoscope::audit {

using CalleesByAddress = std::unordered_map<uint64_t, CalleeSet>;

CalleeSet callees_at(const CalleesByAddress& by_address, uint64_t address);

// Parts of callees that the compiler placed elsewhere because they run rarely.
using CalleeParts = std::map<CalleeSet, AddressRanges>;

// Whether address is in such a part of any of the callees.
bool is_in_part(const CalleeParts& parts, CalleeSet callees, uint64_t address);

struct CalleePlaces {
  CalleesByAddress slots;
  CalleesByAddress entries;
  // Words of data that hold a callee's address. One that is constant after start is a slot, too.
  CalleesByAddress data_words;
  CalleeParts cold_parts;
  CalleeSet imported = 0;
  CalleeSet defined = 0;
};

// symbol_table: nullptr when the file was stripped.
CalleePlaces find_callees(const WatchList& watch_list, const elf::Image& image,
                          const elf::Relocations& relocations,
                          const std::vector<elf::Symbol>& dynamic_symbols,
                          const std::vector<elf::Symbol>* symbol_table);

// Adds the slots and data words of a file that is loaded at a fixed address, where the linker has
// filled them in and left no relocation: aligned words whose value is the address of one of the
// functions. Needs section headers.
void add_words_without_relocation(const elf::Image& image, const CalleesByAddress& functions,
                                  CalleePlaces& places);

}  // namespace ltoscope::audit
