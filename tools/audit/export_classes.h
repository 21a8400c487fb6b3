// What kind of thing an exported symbol is: an entry point, or something that leaked out of a
// library that was linked in.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "elf/symbols.h"

namespace ltoscope::audit {

struct ExportClass {
  std::string_view name;                    // "std"
  std::string_view meaning;                 // for people: "code of the C++ standard library"
  std::span<const std::string_view> globs;  // of symbol names without version
};

// jni, python, allocator, std, runtime. The first whose globs match is a symbol's class.
std::span<const ExportClass> export_classes();

// The class's name; "resolver" for functions that are chosen at load, "other" for all that no class
// matches.
std::string_view class_of(const elf::Symbol& symbol);

// Every name that class_of gives.
std::vector<std::string_view> export_class_names();

// Whether the symbol is of the class; and of "unique" when its binding keeps a library from being
// unloaded (GNU unique).
bool is_of_class(const elf::Symbol& symbol, std::string_view class_name);

}  // namespace ltoscope::audit
