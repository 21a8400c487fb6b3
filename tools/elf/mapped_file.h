// A file mapped read-only. Mapped, not read: a library may be gigabytes of padding.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

namespace ltoscope::elf {

// A file that another process shortens while it is mapped ends this one with SIGBUS.
class MappedFile {
 public:
  // Throws Failure(bad_input) when the path is missing, unreadable, empty or not a regular file.
  explicit MappedFile(const std::filesystem::path& path);
  // Bytes that came out of another file, copied; name is what messages call them. Requires: content
  // is not empty.
  MappedFile(std::string name, std::span<const std::byte> content);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  const std::string& name() const { return name_; }
  std::span<const std::byte> bytes() const { return bytes_; }

  // Copies a part of bytes() without mapping it into memory. Requires: both have one size. False:
  // that cannot be done (the bytes are not a file's own, or reading it fails).
  bool copy(std::span<const std::byte> part, std::span<std::byte> into) const;

 private:
  void map();

  int descriptor_ = -1;  // none: the bytes are a copy
  std::string name_;
  std::span<const std::byte> bytes_;
};

}  // namespace ltoscope::elf
