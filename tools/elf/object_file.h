// One input of a linker, whatever it holds: machine code, LLVM bitcode, GCC's bytecode, or code and
// bytecode together; and its symbols in one vocabulary.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "elf/bitcode.h"
#include "elf/object_symbol.h"
#include "elf/relocatable.h"

namespace ltoscope::elf {

enum class ObjectContent {
  machine_code,
  bitcode,
  machine_code_and_bitcode,  // clang -ffat-lto-objects
  gcc_bytecode,              // GCC's slim objects
  machine_code_and_gcc_bytecode,
  other,  // not for a linker
};

struct ObjectFile {
  ObjectContent content = ObjectContent::other;
  std::string what;      // of other: "text"
  std::string machine;   // "x86-64", from the ELF header or the triple; empty: not said
  std::string producer;  // of bytecode: "LLVM19.1.7", "GCC LTO 11.2" (format); empty: not said
  std::string triple;    // of bitcode
  std::optional<BitcodeLto> lto;  // of bitcode
  // Those of the machine code when there is any, else of the bytecode; local ones and those
  // without a name are left out.
  std::vector<ObjectSymbol> symbols;
  bool has_constructors = false;
  std::optional<std::string> unknown_symbols;  // why symbols and constructors are unknown
  std::optional<Relocatable> elf;              // of machine code and of GCC objects
};

// file (as messages call it) and bytes outlive the result. Throws Failure(bad_input) for an object
// that is broken; what is no object at all is `other`.
ObjectFile read_object(std::string_view file, std::span<const std::byte> bytes);

}  // namespace ltoscope::elf
