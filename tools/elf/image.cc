// Reads the ELF header, program headers and section headers. Raw field layouts end here.
#include "elf/image.h"

#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>

#include "command/failure.h"
#include "elf/file_kind.h"
#include "elf/name_budget.h"

namespace ltoscope::elf {
namespace {

// The counts of the header after its extensions are resolved.
struct Tables {
  uint64_t segments_offset;
  uint64_t segment_count;
  uint64_t sections_offset;
  uint64_t section_count;
  uint64_t section_names;  // index
};

uint64_t header_size(bool wide) { return wide ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr); }
uint64_t segment_header_size(bool wide) { return wide ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr); }
uint64_t section_header_size(bool wide) { return wide ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr); }

void require_equal(const ByteReader& bytes, std::string_view what, uint64_t found,
                   uint64_t expected) {
  if (found != expected) {
    bytes.reject(fmt::format("{} {}", what, found), fmt::format("{}", expected));
  }
}

ByteReader table(const ByteReader& file, std::string place, uint64_t offset, uint64_t count,
                 uint64_t entry_size) {
  if (count > std::numeric_limits<uint64_t>::max() / entry_size) {
    file.reject(fmt::format("{} entries in the {}", count, place), "as many as the file can hold");
  }
  return file.part(std::move(place), offset, count * entry_size);
}

FileType read_type(const ByteReader& header, uint16_t type) {
  switch (type) {
    case ET_DYN:
      return FileType::shared_library;
    case ET_EXEC:
      return FileType::executable;
    case ET_REL:
      header.reject("a relocatable object (.o)", "a linked shared library or executable");
    case ET_CORE:
      header.reject("a core dump", "a shared library or executable");
    default:
      header.reject(fmt::format("file type {}", type), "a shared library or executable");
  }
}

Section read_section_header(bool wide, const ByteReader& headers, uint64_t at) {
  Section section;
  uint32_t type = headers.u32(at + 4);
  uint64_t flags = wide ? headers.u64(at + 8) : headers.u32(at + 8);
  if (wide) {
    section.address = headers.u64(at + offsetof(Elf64_Shdr, sh_addr));
    section.offset = headers.u64(at + offsetof(Elf64_Shdr, sh_offset));
    section.size = headers.u64(at + offsetof(Elf64_Shdr, sh_size));
    section.link = headers.u32(at + offsetof(Elf64_Shdr, sh_link));
    section.entry_size = headers.u64(at + offsetof(Elf64_Shdr, sh_entsize));
  } else {
    section.address = headers.u32(at + offsetof(Elf32_Shdr, sh_addr));
    section.offset = headers.u32(at + offsetof(Elf32_Shdr, sh_offset));
    section.size = headers.u32(at + offsetof(Elf32_Shdr, sh_size));
    section.link = headers.u32(at + offsetof(Elf32_Shdr, sh_link));
    section.entry_size = headers.u32(at + offsetof(Elf32_Shdr, sh_entsize));
  }
  switch (type) {
    case SHT_NOBITS:
      section.kind = SectionKind::empty_in_file;
      break;
    case SHT_SYMTAB:
      section.kind = SectionKind::symbol_table;
      break;
    case SHT_DYNSYM:
      section.kind = SectionKind::dynamic_symbols;
      break;
    case SHT_REL:
      section.kind = SectionKind::relocations;
      break;
    case SHT_RELA:
      section.kind = SectionKind::relocations_with_addend;
      break;
    case SHT_NOTE:
      section.kind = SectionKind::note;
      break;
    default:
      section.kind = SectionKind::other;
  }
  section.loaded = (flags & SHF_ALLOC) != 0;
  section.executable = (flags & SHF_EXECINSTR) != 0;
  section.compressed = (flags & SHF_COMPRESSED) != 0;
  return section;
}

// Counts that do not fit the header's 16 bits stand in section header 0.
Tables read_counts(bool wide, const ByteReader& file, const ByteReader& header) {
  Tables tables;
  uint16_t segments, sections, names, segment_entry, section_entry;
  if (wide) {
    tables.segments_offset = header.u64(offsetof(Elf64_Ehdr, e_phoff));
    tables.sections_offset = header.u64(offsetof(Elf64_Ehdr, e_shoff));
    segment_entry = header.u16(offsetof(Elf64_Ehdr, e_phentsize));
    segments = header.u16(offsetof(Elf64_Ehdr, e_phnum));
    section_entry = header.u16(offsetof(Elf64_Ehdr, e_shentsize));
    sections = header.u16(offsetof(Elf64_Ehdr, e_shnum));
    names = header.u16(offsetof(Elf64_Ehdr, e_shstrndx));
  } else {
    tables.segments_offset = header.u32(offsetof(Elf32_Ehdr, e_phoff));
    tables.sections_offset = header.u32(offsetof(Elf32_Ehdr, e_shoff));
    segment_entry = header.u16(offsetof(Elf32_Ehdr, e_phentsize));
    segments = header.u16(offsetof(Elf32_Ehdr, e_phnum));
    section_entry = header.u16(offsetof(Elf32_Ehdr, e_shentsize));
    sections = header.u16(offsetof(Elf32_Ehdr, e_shnum));
    names = header.u16(offsetof(Elf32_Ehdr, e_shstrndx));
  }
  tables.segment_count = segments;
  tables.section_count = sections;
  tables.section_names = names;
  if (segments != 0) {
    require_equal(header, "segment header size", segment_entry, segment_header_size(wide));
  }
  if (tables.sections_offset == 0) {
    tables.section_count = 0;
    return tables;
  }
  if (sections != 0) {
    require_equal(header, "section header size", section_entry, section_header_size(wide));
  }
  if (sections != 0 && segments != PN_XNUM && names != SHN_XINDEX) return tables;

  ByteReader first =
      file.part("section header 0", tables.sections_offset, section_header_size(wide));
  Section extension = read_section_header(wide, first, 0);
  if (sections == 0) tables.section_count = extension.size;
  if (names == SHN_XINDEX) tables.section_names = extension.link;
  if (segments == PN_XNUM) {
    tables.segment_count =
        first.u32(wide ? offsetof(Elf64_Shdr, sh_info) : offsetof(Elf32_Shdr, sh_info));
  }
  return tables;
}

SegmentKind segment_kind(uint32_t type) {
  switch (type) {
    case PT_LOAD:
      return SegmentKind::load;
    case PT_DYNAMIC:
      return SegmentKind::dynamic;
    case PT_NOTE:
      return SegmentKind::note;
    case PT_TLS:
      return SegmentKind::tls;
    case PT_GNU_EH_FRAME:
      return SegmentKind::unwind_table;
    case PT_GNU_RELRO:
      return SegmentKind::read_only_after_start;
    case PT_GNU_STACK:
      return SegmentKind::stack;
    default:
      return SegmentKind::other;
  }
}

std::vector<Segment> read_segments(bool wide, const ByteReader& file, const Tables& tables) {
  std::vector<Segment> segments;
  uint64_t entry_size = segment_header_size(wide);
  ByteReader headers =
      table(file, "program headers", tables.segments_offset, tables.segment_count, entry_size);
  for (uint64_t index = 0; index < tables.segment_count; ++index) {
    uint64_t at = index * entry_size;
    Segment segment;
    uint32_t flags;
    segment.kind = segment_kind(headers.u32(at));
    if (wide) {
      flags = headers.u32(at + offsetof(Elf64_Phdr, p_flags));
      segment.address = headers.u64(at + offsetof(Elf64_Phdr, p_vaddr));
      segment.memory_size = headers.u64(at + offsetof(Elf64_Phdr, p_memsz));
      segment.offset = headers.u64(at + offsetof(Elf64_Phdr, p_offset));
      segment.file_size = headers.u64(at + offsetof(Elf64_Phdr, p_filesz));
      segment.alignment = headers.u64(at + offsetof(Elf64_Phdr, p_align));
    } else {
      flags = headers.u32(at + offsetof(Elf32_Phdr, p_flags));
      segment.address = headers.u32(at + offsetof(Elf32_Phdr, p_vaddr));
      segment.memory_size = headers.u32(at + offsetof(Elf32_Phdr, p_memsz));
      segment.offset = headers.u32(at + offsetof(Elf32_Phdr, p_offset));
      segment.file_size = headers.u32(at + offsetof(Elf32_Phdr, p_filesz));
      segment.alignment = headers.u32(at + offsetof(Elf32_Phdr, p_align));
    }
    segment.executable = (flags & PF_X) != 0;
    segment.writable = (flags & PF_W) != 0;
    // An empty range outside the file is legal.
    if (segment.file_size != 0) {
      file.part(fmt::format("segment {}", index), segment.offset, segment.file_size);
    }
    if (segment.address + segment.memory_size < segment.address ||
        segment.address + segment.file_size < segment.address) {
      headers.reject(fmt::format("segment {} that ends beyond the address space", index),
                     "an end that fits 64 bits");
    }
    segments.push_back(segment);
  }
  return segments;
}

std::vector<Section> read_sections(bool wide, const ByteReader& file, const Tables& tables) {
  std::vector<Section> sections;
  if (tables.section_count == 0) return sections;
  uint64_t entry_size = section_header_size(wide);
  ByteReader headers =
      table(file, "section headers", tables.sections_offset, tables.section_count, entry_size);
  for (uint64_t index = 0; index < tables.section_count; ++index) {
    Section section = read_section_header(wide, headers, index * entry_size);
    // Header 0 stands for "no section"; its fields may hold the extended counts.
    if (index == 0) section = Section{};
    if (section.kind != SectionKind::empty_in_file && section.size != 0) {
      file.part(fmt::format("section {}", index), section.offset, section.size);
    }
    sections.push_back(section);
  }
  if (tables.section_names == SHN_UNDEF) return sections;
  if (tables.section_names >= sections.size()) {
    headers.reject(fmt::format("section {} as the one that holds names", tables.section_names),
                   fmt::format("an index below {}", sections.size()));
  }
  const Section& names_section = sections[tables.section_names];
  ByteReader names = file.part("section names", names_section.offset, names_section.size);
  NameBudget names_read(file.size());
  for (uint64_t index = 1; index < sections.size(); ++index) {
    sections[index].name = names.text(headers.u32(index * entry_size));
    names_read.add(sections[index].name, names);
  }
  return sections;
}

// The loaded segment whose file bytes hold address.
const Segment* loaded_segment(const Image& image, uint64_t address) {
  for (const Segment& segment : image.segments) {
    if (segment.kind == SegmentKind::load && address >= segment.address &&
        address - segment.address < segment.file_size) {
      return &segment;
    }
  }
  return nullptr;
}

ByteReader whole_file(const Image& image) {
  return {image.file->name(), "file", image.file->bytes(), image.order};
}

// The header's bytes, after what they say of word size, byte order and machine has been set.
ByteReader read_header(Image& image, std::string_view expected) {
  std::span<const std::byte> bytes = image.file->bytes();
  // Byte order matters only once it is known.
  ByteReader unordered(image.file->name(), "file", bytes, std::endian::little);
  if (!has_elf_magic(bytes)) unordered.reject(describe_foreign_file(bytes), expected);
  ByteReader identity = unordered.part("ELF header", 0, EI_NIDENT);
  uint8_t word_class = identity.u8(EI_CLASS);
  if (word_class != ELFCLASS32 && word_class != ELFCLASS64) {
    identity.reject(fmt::format("class {}", word_class), "1 (32-bit) or 2 (64-bit)");
  }
  uint8_t order = identity.u8(EI_DATA);
  if (order != ELFDATA2LSB && order != ELFDATA2MSB) {
    identity.reject(fmt::format("byte order {}", order), "1 (little endian) or 2 (big endian)");
  }
  require_equal(identity, "ELF version", identity.u8(EI_VERSION), EV_CURRENT);
  image.wide = word_class == ELFCLASS64;
  image.order = order == ELFDATA2LSB ? std::endian::little : std::endian::big;
  ByteReader header = whole_file(image).part("ELF header", 0, header_size(image.wide));
  image.machine = static_cast<Machine>(header.u16(offsetof(Elf64_Ehdr, e_machine)));
  return header;
}

}  // namespace

Image read_image(const std::filesystem::path& path) {
  return read_image(std::make_unique<const MappedFile>(path));
}

Image read_image(std::unique_ptr<const MappedFile> mapped) {
  Image image;
  image.file = std::move(mapped);
  ByteReader header = read_header(image, "an ELF shared library or executable");
  ByteReader file = whole_file(image);
  image.type = read_type(header, header.u16(offsetof(Elf64_Ehdr, e_type)));
  Tables tables = read_counts(image.wide, file, header);
  image.segments = read_segments(image.wide, file, tables);
  image.sections = read_sections(image.wide, file, tables);
  if (find_segment(image, SegmentKind::load) == nullptr) {
    header.reject("no loaded segment", "at least one");
  }
  return image;
}

bool holds_debug_information_alone(const Image& image) {
  bool has_code = false;
  for (const Section& section : image.sections) {
    if (!section.executable || !section.loaded || section.size == 0) continue;
    if (section.kind != SectionKind::empty_in_file) return false;
    has_code = true;
  }
  return has_code;
}

Image read_debug_image(std::unique_ptr<const MappedFile> mapped) {
  Image image;
  image.file = std::move(mapped);
  ByteReader header = read_header(image, "an ELF file of debug information");
  image.type = FileType::shared_library;
  ByteReader file = whole_file(image);
  image.sections = read_sections(image.wide, file, read_counts(image.wide, file, header));
  return image;
}

ByteReader bytes_at_offset(const Image& image, std::string place, uint64_t offset, uint64_t size) {
  if (size == 0) offset = 0;  // no bytes may lie anywhere, also outside of the file
  return whole_file(image).part(std::move(place), offset, size);
}

ByteReader bytes_from_address(const Image& image, std::string place, uint64_t address) {
  const Segment* segment = loaded_segment(image, address);
  if (segment == nullptr) {
    ByteReader(image.file->name(), std::move(place), {}, image.order)
        .reject(fmt::format("address {:#x}", address), "one that the file holds bytes for");
  }
  uint64_t skipped = address - segment->address;
  return bytes_at_offset(image, std::move(place), segment->offset + skipped,
                         segment->file_size - skipped);
}

ByteReader bytes_at_address(const Image& image, std::string place, uint64_t address,
                            uint64_t size) {
  if (size == 0) return {image.file->name(), std::move(place), {}, image.order};
  ByteReader rest = bytes_from_address(image, place, address);
  return rest.part(std::move(place), 0, size);
}

std::optional<uint64_t> word_at_address(const Image& image, uint64_t address) {
  const Segment* segment = loaded_segment(image, address);
  if (segment == nullptr || segment->file_size - (address - segment->address) < word_size(image)) {
    return std::nullopt;
  }
  ByteReader file = whole_file(image);
  return read_word(image, file, segment->offset + (address - segment->address));
}

const Section* find_section(const Image& image, std::string_view name) {
  auto found = std::find_if(image.sections.begin(), image.sections.end(),
                            [&](const Section& section) { return section.name == name; });
  return found == image.sections.end() ? nullptr : &*found;
}

const Segment* find_segment(const Image& image, SegmentKind kind) {
  auto found = std::find_if(image.segments.begin(), image.segments.end(),
                            [&](const Segment& segment) { return segment.kind == kind; });
  return found == image.segments.end() ? nullptr : &*found;
}

}  // namespace ltoscope::elf
