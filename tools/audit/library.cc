// Reads the tables in the order in which they need each other.
#include "audit/library.h"

#include <utility>

namespace ltoscope::audit {

Library read_library(const std::filesystem::path& path, const elf::DebugFilePlaces& places) {
  return read_library(elf::read_image(path), places);
}

Library read_library(elf::Image image, const elf::DebugFilePlaces& places) {
  Library library;
  library.image = std::move(image);
  library.places = places;
  if (elf::holds_debug_information_alone(library.image)) {
    throw DebugInformationAlone(
        ExitCode::bad_input,
        library.image.file->name() +
            ": found debug information alone, expected the library that it was split from");
  }
  library.dynamic = elf::read_dynamic(library.image);
  if (elf::can_read_relocations(library.image)) {
    library.relocations = elf::read_relocations(library.image, library.dynamic);
  }
  library.dynamic_symbols =
      elf::read_dynamic_symbols(library.image, library.dynamic, library.relocations);
  library.symbol_table = elf::read_symbol_table(library.image);
  if (!library.symbol_table && !places.none) {
    elf::SeparateSymbols separate = elf::find_separate_symbols(library.image, places);
    if (separate.symbols) {
      library.symbol_table = std::move(separate.symbols);
      library.symbol_holder = std::move(separate.holder);
      library.symbols_from = std::move(separate.source);
    }
  }
  return library;
}

}  // namespace ltoscope::audit
