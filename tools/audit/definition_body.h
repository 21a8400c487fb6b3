// What a definition in machine code consists of, in a form that is equal for equal code wherever it
// was compiled: its bytes, and what each relocation in it refers to, by name or by content.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "elf/relocatable.h"

namespace ltoscope::audit {

struct DefinitionBody {
  std::string form;  // of two definitions: equal, or they differ
  // The sections that it refers to by place alone, such as jump tables. When these are equal, too,
  // the definitions are; when not, the difference may lie in what is another's.
  std::string surroundings;
  std::optional<std::string> doubt;  // why even equal ones may differ
};

class DefinitionBodies {
 public:
  // object outlives this.
  explicit DefinitionBodies(const elf::Relocatable& object);

  // Requires: symbol is defined in a section of the object and its size is known.
  DefinitionBody body_of(const elf::ObjectSymbol& symbol) const;

 private:
  // One body while it is put together.
  struct Writing {
    DefinitionBody body;
    const elf::ObjectSymbol& symbol;
    std::set<uint32_t> surroundings;  // sections that are in there
  };
  // section: the one that the relocation changes.
  std::string target_of(uint32_t section, const elf::ObjectRelocation& relocation,
                        Writing& writing) const;
  std::string place_in_section(uint32_t section, int64_t offset, Writing& writing) const;
  void add_surroundings(uint32_t section, Writing& writing) const;

  const elf::Relocatable& object_;
  std::vector<std::vector<elf::ObjectRelocation>> relocations_;  // by section, then by offset
  elf::SymbolsBySection places_;
};

}  // namespace ltoscope::audit
