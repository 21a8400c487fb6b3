// Reads the raw tables of a relocatable object, symbols apart.
#include "elf/relocatable.h"

#include <elf.h>
#include <fmt/format.h>

#include <cstddef>

#include "elf/file_kind.h"
#include "elf/name_budget.h"
#include "elf/relocatable_symbols.h"

namespace ltoscope::elf {
namespace {

constexpr uint32_t unwind_type_of_x86_64 = 0x70000001;

struct ObjectShape {
  bool wide;
  std::endian order;
};

ObjectShape read_shape(std::string_view file, std::span<const std::byte> bytes) {
  ByteReader identity(file, "ELF header", bytes, std::endian::little);
  uint8_t word_class = identity.u8(EI_CLASS);
  uint8_t order = identity.u8(EI_DATA);
  if ((word_class != ELFCLASS32 && word_class != ELFCLASS64) ||
      (order != ELFDATA2LSB && order != ELFDATA2MSB)) {
    identity.reject(fmt::format("class {} and byte order {}", word_class, order),
                    "1 or 2 for each");
  }
  return {word_class == ELFCLASS64, order == ELFDATA2LSB ? std::endian::little : std::endian::big};
}

ByteReader whole_object(const Relocatable& object) {
  return {object.file, "object", object.bytes, object.order};
}

// A field at one offset in 64-bit files and another in 32-bit ones.
uint64_t object_word(const Relocatable& object, const ByteReader& bytes, uint64_t wide,
                     uint64_t narrow) {
  return object.wide ? bytes.u64(wide) : bytes.u32(narrow);
}
uint32_t object_half(const Relocatable& object, const ByteReader& bytes, uint64_t wide,
                     uint64_t narrow) {
  return bytes.u32(object.wide ? wide : narrow);
}

ObjectSection::Kind object_section_kind(uint32_t type) {
  using Kind = ObjectSection::Kind;
  switch (type) {
    case SHT_PROGBITS:
    case SHT_INIT_ARRAY:
    case SHT_FINI_ARRAY:
    case SHT_PREINIT_ARRAY:
    case SHT_NOTE:
    case unwind_type_of_x86_64:
      return Kind::bytes;
    case SHT_NOBITS:
      return Kind::zeros;
    case SHT_SYMTAB:
      return Kind::symbols;
    case SHT_REL:
      return Kind::relocations;
    case SHT_RELA:
      return Kind::relocations_with_addend;
    case SHT_GROUP:
      return Kind::group;
    default:
      return Kind::other;
  }
}

ObjectSection read_object_section(const Relocatable& object, const ByteReader& header) {
  ObjectSection section;
  uint32_t type = header.u32(offsetof(Elf64_Shdr, sh_type));
  uint64_t flags =
      object_word(object, header, offsetof(Elf64_Shdr, sh_flags), offsetof(Elf32_Shdr, sh_flags));
  section.kind = object_section_kind(type);
  section.loaded = (flags & SHF_ALLOC) != 0;
  section.executable = (flags & SHF_EXECINSTR) != 0;
  bool merged = (flags & SHF_MERGE) != 0;
  section.merged_text = merged && (flags & SHF_STRINGS) != 0;
  section.merged_constants = merged && (flags & SHF_STRINGS) == 0;
  section.constructors = type == SHT_INIT_ARRAY || type == SHT_PREINIT_ARRAY;
  section.unwind = type == unwind_type_of_x86_64;
  section.offset =
      object_word(object, header, offsetof(Elf64_Shdr, sh_offset), offsetof(Elf32_Shdr, sh_offset));
  section.size =
      object_word(object, header, offsetof(Elf64_Shdr, sh_size), offsetof(Elf32_Shdr, sh_size));
  section.entry_size = object_word(object, header, offsetof(Elf64_Shdr, sh_entsize),
                                   offsetof(Elf32_Shdr, sh_entsize));
  section.link =
      object_half(object, header, offsetof(Elf64_Shdr, sh_link), offsetof(Elf32_Shdr, sh_link));
  section.information =
      object_half(object, header, offsetof(Elf64_Shdr, sh_info), offsetof(Elf32_Shdr, sh_info));
  return section;
}

void read_object_sections(Relocatable& object) {
  ByteReader file = whole_object(object);
  uint64_t entry_size = object.wide ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);
  uint64_t at =
      object_word(object, file, offsetof(Elf64_Ehdr, e_shoff), offsetof(Elf32_Ehdr, e_shoff));
  if (at == 0) return;
  uint64_t count =
      file.u16(object.wide ? offsetof(Elf64_Ehdr, e_shnum) : offsetof(Elf32_Ehdr, e_shnum));
  uint64_t names =
      file.u16(object.wide ? offsetof(Elf64_Ehdr, e_shstrndx) : offsetof(Elf32_Ehdr, e_shstrndx));
  // Numbers that do not fit the header's 16 bits stand in section header 0.
  ObjectSection first = read_object_section(object, file.part("section header 0", at, entry_size));
  if (count == 0) count = first.size;
  if (names == SHN_XINDEX) names = first.link;
  if (count > object.bytes.size() / entry_size || names >= count) {
    file.reject(fmt::format("{} sections with names in section {}", count, names),
                fmt::format("at most {}", object.bytes.size() / entry_size));
  }
  ByteReader headers = file.part("section headers", at, count * entry_size);
  for (uint64_t index = 0; index < count; ++index) {
    ByteReader header = headers.part("section header", index * entry_size, entry_size);
    object.sections.push_back(index == 0 ? ObjectSection{} : read_object_section(object, header));
    const ObjectSection& section = object.sections.back();
    if (section.kind != ObjectSection::Kind::zeros && section.size != 0) {
      file.part(fmt::format("section {}", index), section.offset, section.size);
    }
  }
  const ObjectSection& names_section = object.sections[names];
  ByteReader text = file.part("section names", names_section.offset, names_section.size);
  NameBudget names_read(object.bytes.size());
  for (uint64_t index = 1; index < count; ++index) {
    ObjectSection& section = object.sections[index];
    section.name = text.text(headers.u32(index * entry_size));
    names_read.add(section.name, text);
    section.unwind |= section.name == ".eh_frame";
    section.constructors |= section.loaded && section.name.starts_with(".ctors");
  }
}

ObjectRelocation read_object_relocation(const Relocatable& object, const ByteReader& table,
                                        uint64_t at, bool with_addend) {
  ObjectRelocation relocation;
  if (object.wide) {
    uint64_t information = table.u64(at + offsetof(Elf64_Rela, r_info));
    relocation.offset = table.u64(at);
    relocation.type = static_cast<uint32_t>(ELF64_R_TYPE(information));
    relocation.symbol = static_cast<uint32_t>(ELF64_R_SYM(information));
    if (with_addend) {
      relocation.addend = static_cast<int64_t>(table.u64(at + offsetof(Elf64_Rela, r_addend)));
    }
    return relocation;
  }
  uint32_t information = table.u32(at + offsetof(Elf32_Rela, r_info));
  relocation.offset = table.u32(at);
  relocation.type = ELF32_R_TYPE(information);
  relocation.symbol = ELF32_R_SYM(information);
  if (with_addend) {
    relocation.addend = static_cast<int32_t>(table.u32(at + offsetof(Elf32_Rela, r_addend)));
  }
  return relocation;
}

}  // namespace

bool is_relocatable(std::span<const std::byte> bytes) {
  if (!has_elf_magic(bytes) || bytes.size() < sizeof(Elf32_Ehdr)) return false;
  auto type_byte = [&](std::size_t which) {
    return static_cast<uint8_t>(bytes[offsetof(Elf64_Ehdr, e_type) + which]);
  };
  bool little = static_cast<uint8_t>(bytes[EI_DATA]) == ELFDATA2LSB;
  return type_byte(little ? 0 : 1) == ET_REL && type_byte(little ? 1 : 0) == 0;
}

Relocatable read_relocatable(std::string_view file, std::span<const std::byte> bytes) {
  Relocatable object;
  object.file = file;
  object.bytes = bytes;
  ObjectShape shape = read_shape(file, bytes);
  object.wide = shape.wide;
  object.order = shape.order;
  ByteReader header = whole_object(object).part(
      "ELF header", 0, object.wide ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr));
  uint16_t type = header.u16(offsetof(Elf64_Ehdr, e_type));
  if (type != ET_REL) header.reject(fmt::format("file type {}", type), "1, a relocatable object");
  object.machine = static_cast<Machine>(header.u16(offsetof(Elf64_Ehdr, e_machine)));
  read_object_sections(object);
  read_object_symbols(object);
  return object;
}

ByteReader section_bytes(const Relocatable& object, uint32_t section) {
  const ObjectSection& found = object.sections[section];
  uint64_t size = found.kind == ObjectSection::Kind::zeros ? 0 : found.size;
  return whole_object(object).part(fmt::format("section {}", section), found.offset, size);
}

std::vector<std::vector<ObjectRelocation>> read_object_relocations(const Relocatable& object) {
  std::vector<std::vector<ObjectRelocation>> by_section(object.sections.size());
  uint64_t total = 0;
  for (uint32_t index = 0; index < object.sections.size(); ++index) {
    const ObjectSection& section = object.sections[index];
    bool with_addend = section.kind == ObjectSection::Kind::relocations_with_addend;
    if (!with_addend && section.kind != ObjectSection::Kind::relocations) continue;
    ByteReader table = section_bytes(object, index);
    // Tables that overlap could hold more than the file does.
    total += table.size();
    if (total > object.bytes.size()) {
      table.reject("more relocations than the file has room for", "tables that do not overlap");
    }
    uint64_t entry_size = object.wide ? (with_addend ? sizeof(Elf64_Rela) : sizeof(Elf64_Rel))
                                      : (with_addend ? sizeof(Elf32_Rela) : sizeof(Elf32_Rel));
    if (section.information >= object.sections.size() || table.size() % entry_size != 0) {
      table.reject(fmt::format("{} bytes for section {}", table.size(), section.information),
                   fmt::format("a multiple of {} for a section below {}", entry_size,
                               object.sections.size()));
    }
    std::vector<ObjectRelocation>& list = by_section[section.information];
    for (uint64_t at = 0; at < table.size(); at += entry_size) {
      list.push_back(read_object_relocation(object, table, at, with_addend));
      if (list.back().symbol != 0 && list.back().symbol >= object.symbols.size()) {
        table.reject(fmt::format("symbol {}", list.back().symbol),
                     fmt::format("one below {}", object.symbols.size()));
      }
    }
  }
  return by_section;
}

}  // namespace ltoscope::elf
