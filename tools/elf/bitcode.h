// LLVM bitcode, read without LLVM: who wrote it, for which target and which LTO, and the symbol
// table that compilers store in it for linkers. Function bodies are not read.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "elf/object_symbol.h"

namespace ltoscope::elf {

enum class BitcodeLto {
  none,  // no summary: clang -emit-llvm; linkers take it into full LTO
  thin,
  full,
  thin_and_full,  // modules of both kinds: clang -fsplit-lto-unit
};

struct Bitcode {
  std::string producer;  // "LLVM19.1.7"; empty: the file does not say
  std::string triple;    // "x86_64-pc-linux-gnu"
  std::string source_file;
  BitcodeLto lto = BitcodeLto::none;
  int64_t modules = 0;
  std::vector<ObjectSymbol> symbols;  // names lie in the bytes
  bool has_constructors = false;      // code that runs when the program or library is loaded
  std::optional<std::string> unknown_symbols;  // why there are none here
};

// Either form: raw, or in the wrapper that gives offset and size.
bool has_bitcode_magic(std::span<const std::byte> bytes);

// file is what messages call it and, like the bytes, outlives the result. Throws
// Failure(bad_input) for broken bitcode. Requires: has_bitcode_magic(bytes).
Bitcode read_bitcode(std::string_view file, std::span<const std::byte> bytes);

}  // namespace ltoscope::elf
