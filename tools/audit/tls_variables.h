// Which thread-local variable a word of the GOT, or an offset in the library's block of
// thread-locals, stands for.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "audit/library.h"
#include "audit/tls_names.h"

namespace ltoscope::audit {

// What a loader makes of a slot.
enum class TlsSlotKind : uint8_t {
  module,         // two words: the library's number, and an offset in its block
  static_offset,  // one word: the distance from the thread pointer
  descriptor,     // two words: a function, and its argument
};

struct TlsSlot {
  TlsSlotKind kind;
  // Of the variable, when the dynamic symbol table has it; then the offset is for the loader to
  // find.
  std::string_view symbol;
  // In this library's own block, else.
  uint64_t offset = 0;
};

// Used by one thread at a time.
class TlsVariables {
 public:
  // further_names: asked when the first offset is met that no symbol names, and never again; or
  // nothing.
  TlsVariables(const Library& library, std::function<TlsNames()> further_names);

  const std::unordered_map<uint64_t, TlsSlot>& slots() const { return slots_; }

  // "name", "name+4", or, where nothing is known to lie, "tls+0x40".
  std::string at_offset(uint64_t offset) const;
  std::string in_slot(const TlsSlot& slot) const;

  // Bytes of the library's block, and with what the thread pointer's alignment adds at its end
  // (x86).
  uint64_t block_size() const { return block_size_; }
  uint64_t aligned_block_size() const { return aligned_block_size_; }
  // How far behind the thread pointer the block of an executable begins, on machines where it lies
  // there (AArch64): behind two words for the loader.
  uint64_t block_begin() const { return block_begin_; }

  // Where the names are from that symbols did not give. Empty: none was needed, or found.
  const std::string& further_names_from() const { return further_names_from_; }

  // Whether an access of offset 0 may as well be one of the whole block: more than one variable
  // lies in it, or it is not known how many.
  bool is_first_of_many() const;

 private:
  void add_symbols(const std::vector<elf::Symbol>& symbols);
  void ask_for_further_names() const;

  std::unordered_map<uint64_t, TlsSlot> slots_;  // by address
  std::map<uint64_t, TlsName> names_;            // by offset, from symbols
  // What is asked for, and what came of it.
  mutable std::function<TlsNames()> further_names_;
  mutable std::map<uint64_t, TlsName> asked_names_;  // by offset
  mutable std::string asked_from_, further_names_from_;
  uint64_t block_size_ = 0;
  uint64_t aligned_block_size_ = 0;
  uint64_t block_begin_ = 0;
};

}  // namespace ltoscope::audit
