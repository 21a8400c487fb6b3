// Unpacks .gnu_debugdata piece by piece, since an xz stream does not say in front how long it will
// be.
#include "elf/mini_debug_info.h"

#include <fmt/format.h>
#include <lzma.h>

#include <algorithm>
#include <string>
#include <vector>

#include "elf/section_bytes.h"

namespace ltoscope::elf {
namespace {

constexpr uint64_t dictionary_limit = 256ULL << 20;  // bytes that the decoder may take
constexpr std::size_t piece = 256 * 1024;

struct XzDecoder {
  lzma_stream stream = LZMA_STREAM_INIT;
  ~XzDecoder() { ::lzma_end(&stream); }
};

std::vector<std::byte> unpack_xz(const ByteReader& section) {
  std::span<const std::byte> packed = section.bytes();
  XzDecoder decoder;
  lzma_stream& stream = decoder.stream;
  std::vector<std::byte> out;
  lzma_ret state = ::lzma_stream_decoder(&stream, dictionary_limit, LZMA_CONCATENATED);
  stream.next_in = reinterpret_cast<const uint8_t*>(packed.data());
  stream.avail_in = packed.size();
  while (state == LZMA_OK) {
    if (out.size() > most_unpacked(packed.size())) {
      section.reject(fmt::format("{} bytes that unpack to more than {}", packed.size(), out.size()),
                     fmt::format("at most {}", most_unpacked(packed.size())));
    }
    std::size_t had = out.size();
    out.resize(had + piece);
    stream.next_out = reinterpret_cast<uint8_t*>(out.data() + had);
    stream.avail_out = piece;
    state = ::lzma_code(&stream, LZMA_FINISH);
    out.resize(had + piece - stream.avail_out);
  }
  if (state != LZMA_STREAM_END || out.empty()) {
    section.reject(fmt::format("a damaged xz stream ({})", static_cast<int>(state)), "a whole one");
  }
  return out;
}

}  // namespace

std::optional<Image> read_mini_debug_info(const Image& image) {
  constexpr std::string_view name = ".gnu_debugdata";
  std::optional<SectionBytes> section = read_section(image, name);
  if (!section) return std::nullopt;
  ByteReader packed(image.file->name(), std::string(name), section->bytes, image.order);
  return read_debug_image(std::make_unique<const MappedFile>(
      fmt::format("{} ({})", image.file->name(), name), unpack_xz(packed)));
}

}  // namespace ltoscope::elf
