// What the AArch64 decoder makes of each word of a library's code, for comparison with other
// disassemblers: `show_aarch64 FILE` prints a line for each: address, registers that are written as
// a mask, whether the word is undefined, text.
#include <fmt/format.h>

#include <cstdio>

#include "audit/aarch64_instruction.h"
#include "audit/aarch64_text.h"
#include "audit/code_map.h"
#include "audit/library.h"
#include "command/failure.h"

using namespace ltoscope;

int main(int count, char** arguments) {
  if (count != 2) {
    std::fputs("usage: show_aarch64 FILE\n", stderr);
    return 2;
  }
  try {
    audit::Library library = audit::read_library(arguments[1]);
    audit::CodeMap code = audit::map_code(library.image, library.dynamic_symbols.symbols, nullptr);
    for (const audit::CodeArea& area : code.areas) {
      for (uint64_t at = 0; at + audit::aarch64_size <= area.bytes.size();
           at += audit::aarch64_size) {
        uint32_t word = *audit::aarch64_word(area.bytes.subspan(at));
        audit::Instruction instruction = audit::decode_aarch64_word(word, area.address + at);
        uint32_t written = instruction.registers_written;
        if (instruction.base_change.base != audit::no_register) {
          written |= uint32_t{1} << instruction.base_change.base;
        }
        fmt::print("{:x}\t{:x}\t{}\t{}\n", instruction.address, written,
                   audit::is_aarch64_undefined(word) ? 1 : 0,
                   audit::aarch64_text(word, instruction.address));
      }
    }
  } catch (const Failure& failure) {
    fmt::print(stderr, "show_aarch64: {}\n", failure.what());
    return 2;
  }
  return 0;
}
