// The tables of one shared library or executable, read once: what every look at it starts from.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "command/failure.h"
#include "elf/debug_file.h"
#include "elf/dynamic.h"
#include "elf/image.h"
#include "elf/relocations.h"
#include "elf/symbols.h"

namespace ltoscope::audit {

// A file of debug information alone was given where a library is wanted.
class DebugInformationAlone : public Failure {
 public:
  using Failure::Failure;
};

struct Library {
  elf::Image image;
  elf::Dynamic dynamic;
  elf::Relocations relocations;  // none where they cannot be read; see can_read_relocations
  elf::DynamicSymbols dynamic_symbols;
  std::optional<std::vector<elf::Symbol>> symbol_table;  // nothing: stripped
  // Where a stripped library's symbol table was found: the debug file's path, or "mini debug info".
  std::optional<std::string> symbols_from;
  elf::DebugFilePlaces places;               // where its debug information may be
  std::optional<elf::Image> symbol_holder;  // which then holds the names

  // nullptr when the file was stripped.
  const std::vector<elf::Symbol>* symbols() const {
    return symbol_table ? &*symbol_table : nullptr;
  }
};

// Throws Failure(bad_input) for a file that is missing, unreadable, malformed or no ELF library or
// executable; DebugInformationAlone for one that was split from a library. places: where the
// symbols of a stripped one may be.
Library read_library(const std::filesystem::path& path, const elf::DebugFilePlaces& places = {});
// The same of an image that was read before.
Library read_library(elf::Image image, const elf::DebugFilePlaces& places);

}  // namespace ltoscope::audit
