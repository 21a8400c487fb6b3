// The functions whose call sites are counted, and where machine code can meet each of them in one
// file: words that hold its address once the loader is done (slots), and its first instruction when
// it is defined here (entries).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "elf/dynamic.h"
#include "elf/image.h"
#include "elf/relocations.h"
#include "elf/symbols.h"
#include "elf/unwind_table.h"

namespace ltoscope::audit {

struct Callee {
  std::string_view name;                           // as reported: "operator new"
  std::span<const std::string_view> symbol_names;  // any of them is it
};

// malloc, free, __tls_get_addr, operator new, operator delete; then one for what TLS descriptors
// point to, which has no symbol.
std::span<const Callee> counted_callees();

// A set of callees: bit n is counted_callees()[n]. Folding of equal functions can put two at one
// address.
using CalleeSet = uint32_t;
using CalleesByAddress = std::unordered_map<uint64_t, CalleeSet>;

CalleeSet callee_set(std::size_t index);
CalleeSet callees_at(const CalleesByAddress& by_address, uint64_t address);
CalleeSet callees_named(std::string_view symbol_name);
CalleeSet tls_descriptor_set();

// A part of a callee that the compiler placed elsewhere because it runs rarely.
struct CalleePart {
  elf::CodeExtent extent;
  CalleeSet callees;
};

struct CalleePlaces {
  CalleesByAddress slots;
  CalleesByAddress entries;
  // Words of data that hold a callee's address. One that is constant after start is a slot, too.
  CalleesByAddress data_words;
  std::vector<CalleePart> cold_parts;
  CalleeSet imported = 0;
  CalleeSet defined = 0;
};

// symbol_table: nullptr when the file was stripped.
CalleePlaces find_callees(const elf::Image& image, const elf::Relocations& relocations,
                          const std::vector<elf::Symbol>& dynamic_symbols,
                          const std::vector<elf::Symbol>* symbol_table);

// Adds the slots and data words of a file that is loaded at a fixed address, where the linker has
// filled them in and left no relocation: aligned words whose value is the address of one of the
// functions. Needs section headers.
void add_words_without_relocation(const elf::Image& image, const CalleesByAddress& functions,
                                  CalleePlaces& places);

}  // namespace ltoscope::audit
