// Unpacks zlib and zstd streams behind either of the two headers that say how long they will be.
#include "elf/section_bytes.h"

#include <elf.h>
#include <fmt/format.h>
#include <libdeflate.h>
#include <zstd.h>

#include <bit>
#include <cstring>
#include <string>

namespace ltoscope::elf {
namespace {

constexpr uint32_t zlib_type = 1;
constexpr uint32_t zstd_type = 2;
constexpr std::string_view old_magic = "ZLIB";  // then the size in 8 bytes, big endian
constexpr uint64_t old_header_size = 12;

struct Deflater {
  libdeflate_decompressor* state = ::libdeflate_alloc_decompressor();
  ~Deflater() { ::libdeflate_free_decompressor(state); }
};

// Streams may follow one another.
bool unpack_zlib(std::span<const std::byte> packed, std::span<std::byte> out) {
  Deflater deflater;
  if (deflater.state == nullptr) return false;
  while (!out.empty() && !packed.empty()) {
    std::size_t read = 0, written = 0;
    if (::libdeflate_zlib_decompress_ex(deflater.state, packed.data(), packed.size(), out.data(),
                                        out.size(), &read, &written) != LIBDEFLATE_SUCCESS) {
      return false;
    }
    packed = packed.subspan(read);
    out = out.subspan(written);
  }
  return out.empty();
}

bool unpack_zstd(std::span<const std::byte> packed, std::span<std::byte> out) {
  return ::ZSTD_decompress(out.data(), out.size(), packed.data(), packed.size()) == out.size();
}

SectionBytes unpack(const ByteReader& section, uint64_t header_size, uint64_t size, uint32_t type) {
  std::span<const std::byte> packed = section.bytes().subspan(header_size);
  if (size > most_unpacked(packed.size())) {
    section.reject(fmt::format("{} bytes that unpack to {}", packed.size(), size),
                   fmt::format("at most {}", most_unpacked(packed.size())));
  }
  SectionBytes result;
  // Not cleared: it is written once, in full.
  result.unpacked = std::make_unique_for_overwrite<std::byte[]>(size);
  std::span<std::byte> out(result.unpacked.get(), size);
  if (type != zlib_type && type != zstd_type) {
    section.reject(fmt::format("compression {}", type), "1 (zlib) or 2 (zstd)");
  }
  if (size != 0 && !(type == zlib_type ? unpack_zlib(packed, out) : unpack_zstd(packed, out))) {
    section.reject(fmt::format("a damaged {} stream", type == zlib_type ? "zlib" : "zstd"),
                   fmt::format("one that unpacks to {} bytes", size));
  }
  result.bytes = out;
  return result;
}

}  // namespace

std::optional<SectionBytes> read_section(const Image& image, std::string_view name) {
  constexpr std::string_view debug_prefix = ".debug_";
  const Section* section = find_section(image, name);
  bool old_way = section == nullptr && name.starts_with(debug_prefix);
  if (old_way) section = find_section(image, fmt::format(".z{}", name.substr(1)));
  if (section == nullptr || section->kind == SectionKind::empty_in_file) return std::nullopt;
  ByteReader bytes = bytes_at_offset(image, std::string(name), section->offset, section->size);
  if (section->compressed) {
    uint64_t header_size = image.wide ? sizeof(Elf64_Chdr) : sizeof(Elf32_Chdr);
    bytes.part(fmt::format("compression header of {}", name), 0, header_size);
    uint64_t size = image.wide ? bytes.u64(offsetof(Elf64_Chdr, ch_size))
                               : bytes.u32(offsetof(Elf32_Chdr, ch_size));
    return unpack(bytes, header_size, size, bytes.u32(0));
  }
  if (old_way && bytes.size() >= old_header_size &&
      std::memcmp(bytes.bytes().data(), old_magic.data(), old_magic.size()) == 0) {
    uint64_t size = ByteReader(bytes.file(), std::string(name), bytes.bytes(), std::endian::big)
                        .u64(old_magic.size());
    return unpack(bytes, old_header_size, size, zlib_type);
  }
  return SectionBytes{bytes.bytes(), nullptr};
}

}  // namespace ltoscope::elf
