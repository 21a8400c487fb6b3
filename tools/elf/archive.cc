// Walks an archive header by header. Each header is 60 bytes, so that the walk is bounded by the
// size of the file whatever the headers say.
#include "elf/archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "command/failure.h"
#include "elf/archive_index.h"
#include "elf/byte_reader.h"
#include "elf/printable.h"

namespace ltoscope::elf {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view ordinary_magic = "!<arch>\n";
constexpr std::string_view thin_magic = "!<thin>\n";
constexpr uint64_t member_header_size = 60;
constexpr uint64_t name_field_size = 16;
constexpr uint64_t size_field = 48;
constexpr uint64_t size_field_size = 10;
constexpr uint64_t end_mark = 58;
// A thin archive may name a member of another archive, which may be thin itself.
constexpr int deepest_nesting = 8;
// A thin archive may name one file many times, which is looked at as often.
constexpr uint64_t times_the_files = 64;
// No file system takes longer paths. Many members may share one name's bytes.
constexpr std::size_t longest_name = 4096;

std::string_view archive_characters(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string_view without_padding(std::string_view text, char character) {
  while (!text.empty() && text.back() == character) text.remove_suffix(1);
  return text;
}

std::optional<uint64_t> decimal_number(std::string_view text) {
  uint64_t number = 0;
  const char* end = text.data() + text.size();
  std::from_chars_result result = std::from_chars(text.data(), end, number);
  if (result.ec != std::errc() || result.ptr != end) return std::nullopt;
  return number;
}

// One header, decoded as far as every kind of archive agrees.
struct MemberHeader {
  std::string_view name;  // without the padding
  uint64_t size;
};

MemberHeader read_member_header(const ByteReader& archive, uint64_t offset) {
  ByteReader header = archive.part(fmt::format("member header at offset {:#x}", offset), offset,
                                   member_header_size);
  std::string_view text = archive_characters(header.bytes());
  if (text.substr(end_mark) != "`\n") {
    header.reject(
        fmt::format("{:#04x} {:#04x} at its end", header.u8(end_mark), header.u8(end_mark + 1)),
        "0x60 0x0a");
  }
  std::string_view size_text = without_padding(text.substr(size_field, size_field_size), ' ');
  std::optional<uint64_t> size = decimal_number(size_text);
  if (!size)
    header.reject(fmt::format("member size \"{}\"", printable(size_text)), "a decimal number");
  return {without_padding(text.substr(0, name_field_size), ' '), *size};
}

// Files that thin archives name, each mapped once.
using MappedFiles = std::map<std::filesystem::path, std::shared_ptr<const MappedFile>>;

class ArchiveWalk {
 public:
  explicit ArchiveWalk(const std::filesystem::path& path) : path_(path) {
    archive_.files.push_back(std::make_shared<const MappedFile>(path));
  }

  Archive read() {
    ByteReader file = whole(*archive_.files.front());
    archive_.thin = archive_characters(file.bytes()).starts_with(thin_magic);
    if (!has_archive_magic(file.bytes())) file.reject("no archive magic", "an archive of ar");
    uint64_t offset = ordinary_magic.size();
    while (offset < file.size()) offset = read_member(file, offset);
    for (auto& [name, mapped] : named_) archive_.files.push_back(mapped);
    return std::move(archive_);
  }

 private:
  static ByteReader whole(const MappedFile& file) {
    return {file.name(), "archive", file.bytes(), std::endian::little};
  }

  // Returns where the next header is.
  uint64_t read_member(const ByteReader& file, uint64_t offset) {
    MemberHeader header = read_member_header(file, offset);
    uint64_t data = offset + member_header_size;
    bool for_linkers = header.name == "/" || header.name == "//" || header.name == "/SYM64/";
    if (archive_.thin && !for_linkers) {
      add_named_file(file, header, offset);
      return data;
    }
    std::string place = fmt::format("member at offset {:#x}", offset);
    ByteReader bytes = file.part(place, data, header.size);
    uint64_t next = data + header.size;
    next += next % 2;
    if (header.name == "//") {
      long_names_ = archive_characters(bytes.bytes());
    } else if (for_linkers) {
      // Windows libraries have a second one, in another order.
      if (archive_.index) return next;
      ByteReader big(file.file(), "symbol index", bytes.bytes(), std::endian::big);
      archive_.index = read_gnu_index(big, header.name == "/" ? 4 : 8);
    } else {
      add_member(file, bytes, header, offset);
    }
    return next;
  }

  void add_member(const ByteReader& file, const ByteReader& bytes, const MemberHeader& header,
                  uint64_t offset) {
    constexpr std::string_view bsd_mark = "#1/";
    if (!header.name.starts_with(bsd_mark)) {
      std::string name(member_name(file, header.name, long_names_, offset).path);
      archive_.members.push_back({std::move(name), offset, bytes.bytes(), std::nullopt});
      return;
    }
    std::optional<uint64_t> length = decimal_number(header.name.substr(bsd_mark.size()));
    if (!length || *length > bytes.size()) {
      bytes.reject(fmt::format("name \"{}\" of {} bytes", printable(header.name), bytes.size()),
                   "a name within the member");
    }
    // The name stands before the data and is padded with NULs.
    std::string name(without_padding(archive_characters(bytes.bytes()).substr(0, *length), '\0'));
    ByteReader data = bytes.part("symbol index", *length, bytes.size() - *length);
    if (name.starts_with("__.SYMDEF")) {
      archive_.index = read_bsd_index(data, name.starts_with("__.SYMDEF_64") ? 8 : 4);
      return;
    }
    archive_.members.push_back({std::move(name), offset, data.bytes(), std::nullopt});
  }

  struct MemberName {
    std::string_view path;
    std::optional<uint64_t> in_archive;  // header offset within the archive at path
  };

  // "x.o/", "/123" (offset in the table of long names) or, in thin archives, "/123:456".
  static MemberName member_name(const ByteReader& file, std::string_view field,
                                std::string_view long_names, uint64_t offset) {
    bool is_long = field.size() > 1 && field[0] == '/' && field[1] >= '0' && field[1] <= '9';
    if (!is_long) return {field.ends_with('/') ? field.substr(0, field.size() - 1) : field, {}};
    std::size_t colon = field.find(':');
    std::optional<uint64_t> start = decimal_number(field.substr(1, colon - 1));
    std::optional<uint64_t> nested;
    if (colon != field.npos) nested = decimal_number(field.substr(colon + 1));
    if (!start || *start >= long_names.size() || (colon != field.npos && !nested)) {
      file.reject(fmt::format("member name \"{}\" at offset {:#x}", printable(field), offset),
                  fmt::format("an offset below {} in the table of long names", long_names.size()));
    }
    std::string_view name = long_names.substr(*start);
    name = name.substr(0, name.find('\n'));
    if (name.ends_with('/')) name.remove_suffix(1);
    if (name.size() > longest_name) {
      file.reject(fmt::format("a member name of {} bytes at offset {:#x}", name.size(), offset),
                  fmt::format("at most {}", longest_name));
    }
    return {name, nested};
  }

  const MappedFile& named_file(const std::filesystem::path& path) {
    std::shared_ptr<const MappedFile>& mapped = named_[path.lexically_normal()];
    if (mapped == nullptr) {
      mapped = std::make_shared<const MappedFile>(path);
      mapped_bytes_ += mapped->bytes().size();
    }
    return *mapped;
  }

  void add_named_file(const ByteReader& file, const MemberHeader& header, uint64_t offset) {
    MemberName name = member_name(file, header.name, long_names_, offset);
    ArchiveMember member{std::string(name.path), offset, {}, std::nullopt};
    try {
      std::filesystem::path path = path_.parent_path() / name.path;
      member.bytes = name.in_archive ? bytes_in_archive(path, *name.in_archive, member.name, 1)
                                     : named_file(path).bytes();
    } catch (const Failure& failure) {
      member.missing = printable(failure.what());
    }
    // The sizes of the others are their own files'.
    if (!member.missing && member.bytes.size() != header.size) {
      member.missing = fmt::format(
          "{}: {}: found {} bytes, expected the {} that it had when {} was "
          "written",
          file.file(), printable(member.name), member.bytes.size(), header.size,
          path_.filename().string());
    }
    named_bytes_ += member.bytes.size();
    if (named_bytes_ > times_the_files * mapped_bytes_) {
      file.reject(fmt::format("members of {} bytes in files of {}", named_bytes_, mapped_bytes_),
                  fmt::format("at most {} times as much", times_the_files));
    }
    archive_.members.push_back(std::move(member));
  }

  // The member whose header is at offset in another archive. Appends its name to name.
  std::span<const std::byte> bytes_in_archive(const std::filesystem::path& path, uint64_t offset,
                                              std::string& name, int depth) {
    ByteReader outer = whole(named_file(path));
    if (!has_archive_magic(outer.bytes())) outer.reject("no archive magic", "an archive of ar");
    if (depth > deepest_nesting) {
      outer.reject(fmt::format("archives nested deeper than {}", deepest_nesting),
                   "an object file");
    }
    std::string_view long_names = long_names_of(outer);
    MemberHeader header = read_member_header(outer, offset);
    MemberName inner = member_name(outer, header.name, long_names, offset);
    name += fmt::format("({})", inner.path);
    if (!archive_characters(outer.bytes()).starts_with(thin_magic)) {
      return outer
          .part(fmt::format("member at offset {:#x}", offset), offset + member_header_size,
                header.size)
          .bytes();
    }
    std::filesystem::path inner_path = path.parent_path() / inner.path;
    if (inner.in_archive) return bytes_in_archive(inner_path, *inner.in_archive, name, depth + 1);
    return named_file(inner_path).bytes();
  }

  // The table of long names is one of an archive's first two or three members.
  std::string_view long_names_of(const ByteReader& archive) {
    uint64_t offset = ordinary_magic.size();
    for (int looked_at = 0; looked_at < 3 && offset < archive.size(); ++looked_at) {
      MemberHeader header = read_member_header(archive, offset);
      if (!header.name.starts_with('/')) break;
      uint64_t data = offset + member_header_size;
      ByteReader bytes =
          archive.part(fmt::format("member at offset {:#x}", offset), data, header.size);
      if (header.name == "//") return archive_characters(bytes.bytes());
      offset = data + header.size + header.size % 2;
    }
    return {};
  }

  std::filesystem::path path_;
  Archive archive_;
  MappedFiles named_;
  std::string_view long_names_;
  uint64_t named_bytes_ = 0;
  uint64_t mapped_bytes_ = 0;
};

}  // namespace

bool has_archive_magic(std::span<const std::byte> file) {
  std::string_view start = archive_characters(file);
  return start.starts_with(ordinary_magic) || start.starts_with(thin_magic);
}

Archive read_archive(const std::filesystem::path& path) { return ArchiveWalk(path).read(); }

}  // namespace ltoscope::elf
