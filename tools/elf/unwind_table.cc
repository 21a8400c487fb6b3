// Reads the search table of .eh_frame_hdr, and for each of its entries the frame description that
// it points to.
#include "elf/unwind_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "elf/encoded_pointer.h"

namespace ltoscope::elf {
namespace {

constexpr uint8_t header_version = 1;
constexpr uint32_t long_length = 0xffffffff;
// With its NUL. Each letter has a meaning, and there are a handful.
constexpr uint64_t longest_augmentation = 32;
constexpr uint64_t least_entry_size = 8;  // of those that linkers write: two 32-bit distances

// What frame descriptions that share a common part have in common.
struct CommonPart {
  uint8_t address_encoding = 0;
  uint8_t exception_encoding = omitted_pointer;
  bool has_augmentation = false;
};

CommonPart read_common_part(const Image& image, const PlacedBytes& frames, uint64_t at) {
  CommonPart part;
  ByteCursor cursor(frames.bytes, at);
  if (cursor.u32() == long_length) cursor.skip(sizeof(uint64_t));
  cursor.skip(sizeof(uint32_t));  // the mark that tells it from a frame description
  uint8_t version = cursor.u8();
  uint64_t text_at = cursor.offset();
  uint64_t text_size = std::min(frames.bytes.size() - text_at, longest_augmentation);
  std::string_view augmentation =
      frames.bytes.part("augmentation of unwind frames", text_at, text_size).text(0);
  cursor.skip(augmentation.size() + 1);
  if (version == 4) cursor.skip(2);  // sizes of addresses and segments
  cursor.unsigned_leb128();          // code alignment
  cursor.signed_leb128();            // data alignment
  if (version == 1) {
    cursor.u8();  // return register
  } else {
    cursor.unsigned_leb128();
  }
  if (!augmentation.starts_with('z')) return part;
  part.has_augmentation = true;
  cursor.unsigned_leb128();
  for (char letter : augmentation.substr(1)) {
    if (letter == 'R') part.address_encoding = cursor.u8();
    if (letter == 'L') part.exception_encoding = cursor.u8();
    if (letter == 'P') {
      uint8_t encoding = cursor.u8();
      read_encoded_number(image, frames.bytes, cursor, encoding);
    }
  }
  return part;
}

class FrameReader {
 public:
  FrameReader(const Image& image, const PlacedBytes& frames) : image_(image), frames_(frames) {}

  // Adds the frame description at address to what was read.
  void read(uint64_t address, UnwindTable& found) {
    if (address < frames_.address) {
      frames_.bytes.reject(fmt::format("a frame description at {:#x}", address),
                           fmt::format("{:#x} or more", frames_.address));
    }
    ByteCursor cursor(frames_.bytes, address - frames_.address);
    if (cursor.u32() == long_length) cursor.skip(sizeof(uint64_t));
    uint64_t distance_at = cursor.offset();
    uint32_t distance = cursor.u32();
    if (distance == 0 || distance > distance_at) {
      frames_.bytes.reject(
          fmt::format("a frame description at {:#x} whose common part is {} bytes before it",
                      address, distance),
          "a distance within the table");
    }
    const CommonPart& common = common_part_at(distance_at - distance);
    CodeExtent code;
    code.begin = read_encoded_pointer(image_, frames_, cursor, common.address_encoding, 0);
    // A size is stored like an address, but relative to nothing.
    code.end =
        code.begin + read_encoded_number(image_, frames_.bytes, cursor, common.address_encoding);
    if (code.begin >= code.end) return;
    found.code.push_back(code);
    if (!common.has_augmentation) return;
    cursor.unsigned_leb128();
    if (common.exception_encoding == omitted_pointer) return;
    ByteCursor peek = cursor;
    bool absent = read_encoded_number(image_, frames_.bytes, peek, common.exception_encoding) == 0;
    if (absent) return;
    found.with_exceptions.push_back(
        {code, read_encoded_pointer(image_, frames_, cursor, common.exception_encoding, 0)});
  }

 private:
  const CommonPart& common_part_at(uint64_t offset) {
    if (last_ == nullptr || last_->first != offset) {
      auto known = common_parts_.find(offset);
      if (known == common_parts_.end()) {
        known = common_parts_.emplace(offset, read_common_part(image_, frames_, offset)).first;
      }
      last_ = &*known;
    }
    return last_->second;
  }

  const Image& image_;
  const PlacedBytes& frames_;
  std::map<uint64_t, CommonPart> common_parts_;
  const std::pair<const uint64_t, CommonPart>* last_ =
      nullptr;  // most share it with the one before
};

}  // namespace

UnwindTable read_unwind_table(const Image& image) {
  UnwindTable found;
  const Segment* segment = find_segment(image, SegmentKind::unwind_table);
  if (segment == nullptr || segment->file_size == 0) return found;
  PlacedBytes header{bytes_at_offset(image, "unwind header", segment->offset, segment->file_size),
                     segment->address};
  ByteCursor cursor(header.bytes, 0);
  uint8_t version = cursor.u8();
  if (version != header_version) {
    header.bytes.reject(fmt::format("version {}", version), fmt::format("{}", header_version));
  }
  uint8_t frames_encoding = cursor.u8();
  uint8_t count_encoding = cursor.u8();
  uint8_t table_encoding = cursor.u8();
  if (frames_encoding == omitted_pointer || count_encoding == omitted_pointer ||
      table_encoding == omitted_pointer) {
    return found;
  }
  auto next = [&](uint8_t encoding) {
    return read_encoded_pointer(image, header, cursor, encoding, header.address);
  };
  uint64_t frames_address = next(frames_encoding);
  uint64_t count = next(count_encoding);
  if (count == 0) return found;
  PlacedBytes frames = placed_bytes_from(image, "unwind frames", frames_address);
  FrameReader reader(image, frames);
  // Whatever the file says of their number.
  found.code.reserve(std::min(count, header.bytes.size() / least_entry_size));
  for (uint64_t index = 0; index < count; ++index) {
    next(table_encoding);  // the function, which the frame description says, too
    reader.read(next(table_encoding), found);
  }
  return found;
}

}  // namespace ltoscope::elf
