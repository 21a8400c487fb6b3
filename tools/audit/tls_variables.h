// Which thread-local variable a word of the GOT, or an offset in the library's block of
// thread-locals, stands for.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "audit/library.h"

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

// A named part of the block, from symbols or from debug information.
struct TlsName {
  uint64_t offset;
  uint64_t size;  // 0: not known
  std::string name;
};

class TlsVariables {
 public:
  // names: those that a stripped library's symbol table does not give, or none.
  TlsVariables(const Library& library, const std::vector<TlsName>& names);

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

  // Whether an access of offset 0 may as well be one of the whole block: more than one variable
  // lies in it, or it is not known how many.
  bool is_first_of_many() const;

 private:
  void add_symbols(const std::vector<elf::Symbol>& symbols);

  std::unordered_map<uint64_t, TlsSlot> slots_;  // by address
  std::map<uint64_t, TlsName> names_;            // by offset
  uint64_t block_size_ = 0;
  uint64_t aligned_block_size_ = 0;
  uint64_t block_begin_ = 0;
};

}  // namespace ltoscope::audit
