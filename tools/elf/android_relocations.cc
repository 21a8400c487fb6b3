// Unpacks "APS2".
#include "elf/android_relocations.h"

#include <fmt/format.h>

namespace ltoscope::elf {
namespace {

constexpr uint64_t magic_size = 4;

// What the relocations of a group have in common.
constexpr int64_t share_information = 1;
constexpr int64_t share_distance = 2;
constexpr int64_t share_addend = 4;
constexpr int64_t have_addend = 8;

void set_information(const Image& image, int64_t information, Relocation& relocation) {
  uint64_t bits = static_cast<uint64_t>(information);
  relocation.symbol = static_cast<uint32_t>(image.wide ? bits >> 32 : (bits & 0xffffffff) >> 8);
  relocation.type = static_cast<uint32_t>(image.wide ? bits & 0xffffffff : bits & 0xff);
}

}  // namespace

void read_android_relocations(const Image& image, const ByteReader& bytes, bool with_addend,
                              std::vector<Relocation>& relocations) {
  if (bytes.size() < magic_size || bytes.u8(0) != 'A' || bytes.u8(1) != 'P' || bytes.u8(2) != 'S' ||
      bytes.u8(3) != '2') {
    bytes.reject("another start", "the letters APS2");
  }
  ByteCursor cursor(bytes, magic_size);
  int64_t left = cursor.signed_leb128();
  // A group may take no bytes for each of its relocations, so the bytes do not bound their number.
  int64_t most = static_cast<int64_t>(image.file->bytes().size());
  if (left < 0 || left > most) {
    bytes.reject(fmt::format("{} relocations", left), fmt::format("0 to {}", most));
  }
  uint64_t address = static_cast<uint64_t>(cursor.signed_leb128());
  uint64_t addend = 0;  // unsigned, so that running sums may wrap
  while (left > 0) {
    int64_t group_size = cursor.signed_leb128();
    int64_t flags = cursor.signed_leb128();
    if (group_size <= 0 || group_size > left) {
      bytes.reject(fmt::format("a group of {}", group_size), fmt::format("1 to {}", left));
    }
    uint64_t distance = 0;
    Relocation relocation{};
    if (flags & share_distance) distance = static_cast<uint64_t>(cursor.signed_leb128());
    if (flags & share_information) set_information(image, cursor.signed_leb128(), relocation);
    if ((flags & have_addend) == 0) addend = 0;
    if ((flags & have_addend) && (flags & share_addend)) {
      addend += static_cast<uint64_t>(cursor.signed_leb128());
    }
    for (int64_t index = 0; index < group_size; ++index) {
      address += flags & share_distance ? distance : static_cast<uint64_t>(cursor.signed_leb128());
      if ((flags & share_information) == 0) {
        set_information(image, cursor.signed_leb128(), relocation);
      }
      if ((flags & have_addend) && (flags & share_addend) == 0) {
        addend += static_cast<uint64_t>(cursor.signed_leb128());
      }
      relocation.address = address;
      if (with_addend) relocation.addend = static_cast<int64_t>(addend);
      relocations.push_back(relocation);
    }
    left -= group_size;
  }
}

}  // namespace ltoscope::elf
