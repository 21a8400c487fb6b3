// Tells the kinds of object apart by magic and section names.
#include "elf/object_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "elf/file_kind.h"
#include "elf/gcc_lto.h"

namespace ltoscope::elf {
namespace {

constexpr std::string_view llvm_lto_section = ".llvm.lto";

bool is_for_linkers(const ObjectSymbol& symbol) {
  return symbol.role != SymbolRole::local && !symbol.name.empty();
}

// The words of triples for machines that have a name here.
std::string machine_of_triple(std::string_view triple) {
  struct Word {
    std::string_view start;
    Machine machine;
  };
  constexpr std::array words = {
      Word{"x86_64", Machine::x86_64},       Word{"aarch64", Machine::aarch64},
      Word{"arm64", Machine::aarch64},       Word{"riscv", Machine::riscv},
      Word{"loongarch", Machine::loongarch}, Word{"powerpc64", Machine::ppc64},
      Word{"s390x", Machine::s390},          Word{"arm", Machine::arm},
      Word{"thumb", Machine::arm},           Word{"mips", Machine::mips},
      Word{"i386", Machine::i386},           Word{"i486", Machine::i386},
      Word{"i586", Machine::i386},           Word{"i686", Machine::i386},
  };
  for (const Word& word : words) {
    if (triple.starts_with(word.start)) return machine_name(word.machine);
  }
  return std::string(triple.substr(0, triple.find('-')));
}

void take_bitcode(Bitcode bitcode, ObjectFile& object) {
  object.producer = std::move(bitcode.producer);
  object.triple = std::move(bitcode.triple);
  object.lto = bitcode.lto;
}

ObjectFile bitcode_object(std::string_view file, std::span<const std::byte> bytes) {
  ObjectFile object;
  object.content = ObjectContent::bitcode;
  Bitcode bitcode = read_bitcode(file, bytes);
  std::copy_if(bitcode.symbols.begin(), bitcode.symbols.end(), std::back_inserter(object.symbols),
               is_for_linkers);
  object.has_constructors = bitcode.has_constructors;
  object.unknown_symbols = bitcode.unknown_symbols;
  take_bitcode(std::move(bitcode), object);
  object.machine = machine_of_triple(object.triple);
  return object;
}

// Fat objects of clang hold the bitcode in a section.
void look_for_bitcode(std::string_view file, ObjectFile& object) {
  for (uint32_t index = 0; index < object.elf->sections.size(); ++index) {
    if (object.elf->sections[index].name != llvm_lto_section) continue;
    ByteReader bytes = section_bytes(*object.elf, index);
    if (!has_bitcode_magic(bytes.bytes())) bytes.reject("no bitcode magic", "LLVM bitcode");
    object.content = ObjectContent::machine_code_and_bitcode;
    take_bitcode(read_bitcode(file, bytes.bytes()), object);
    return;
  }
}

// What the sections of GCC's bytecode in one object say.
struct GccBytecode {
  bool present = false;
  std::optional<GccLtoHeader> header;
  std::vector<ObjectSymbol> symbols;
  std::optional<std::string> unknown_symbols;
};

GccBytecode read_gcc_bytecode(const Relocatable& elf) {
  GccBytecode found;
  bool has_symbols = false;
  uint64_t symbol_bytes = 0;
  for (uint32_t index = 0; index < elf.sections.size(); ++index) {
    std::string_view name = elf.sections[index].name;
    if (!name.starts_with(gcc_lto_prefix)) continue;
    found.present = true;
    if (name.starts_with(gcc_header_prefix))
      found.header = read_gcc_header(section_bytes(elf, index));
    if (!name.starts_with(gcc_symbols_prefix) || found.unknown_symbols) continue;
    has_symbols = true;
    ByteReader symbols = section_bytes(elf, index);
    symbol_bytes += symbols.size();
    if (symbol_bytes > elf.bytes.size()) {
      symbols.reject("symbol tables of GCC that overlap", "separate ones");
    }
    found.unknown_symbols = read_gcc_symbols(symbols, found.symbols);
  }
  if (found.present && !has_symbols) {
    found.unknown_symbols = "GCC's bytecode holds no symbol table for linkers";
  }
  return found;
}

// Before GCC 10 a common symbol marks objects without machine code.
bool is_marked_slim(const Relocatable& elf) {
  return std::any_of(elf.symbols.begin(), elf.symbols.end(),
                     [](const ObjectSymbol& symbol) { return symbol.name == "__gnu_lto_slim"; });
}

void look_for_gcc_bytecode(ObjectFile& object) {
  GccBytecode found = read_gcc_bytecode(*object.elf);
  if (!found.present) return;
  object.producer = "GCC LTO";
  if (found.header) {
    object.producer =
        fmt::format("GCC LTO {}.{}", found.header->major_version, found.header->minor_version);
  }
  if (!(found.header ? found.header->slim : is_marked_slim(*object.elf))) {
    object.content = ObjectContent::machine_code_and_gcc_bytecode;
    return;
  }
  object.content = ObjectContent::gcc_bytecode;
  object.symbols = std::move(found.symbols);
  object.unknown_symbols = found.unknown_symbols;
}

ObjectFile elf_object(std::string_view file, std::span<const std::byte> bytes) {
  ObjectFile object;
  object.elf = read_relocatable(file, bytes);
  object.content = ObjectContent::machine_code;
  object.machine = machine_name(object.elf->machine);
  std::copy_if(object.elf->symbols.begin(), object.elf->symbols.end(),
               std::back_inserter(object.symbols), is_for_linkers);
  object.has_constructors = std::any_of(
      object.elf->sections.begin(), object.elf->sections.end(),
      [](const ObjectSection& section) { return section.constructors && section.size != 0; });
  look_for_bitcode(file, object);
  look_for_gcc_bytecode(object);
  return object;
}

}  // namespace

ObjectFile read_object(std::string_view file, std::span<const std::byte> bytes) {
  if (has_bitcode_magic(bytes)) return bitcode_object(file, bytes);
  if (is_relocatable(bytes)) return elf_object(file, bytes);
  ObjectFile object;
  if (bytes.empty()) {
    object.what = "nothing";
  } else {
    object.what = has_elf_magic(bytes) ? "a linked ELF file" : describe_foreign_file(bytes);
  }
  return object;
}

}  // namespace ltoscope::elf
