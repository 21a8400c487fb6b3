// Opening and mapping, with each way to fail in its own words.
#include "elf/mapped_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "command/failure.h"

namespace ltoscope::elf {
namespace {

[[noreturn]] void fail(const std::string& name, const std::string& what) {
  throw Failure(ExitCode::bad_input, fmt::format("{}: {}", name, what));
}

}  // namespace

MappedFile::MappedFile(const std::filesystem::path& path) : name_(path.string()) {
  // Not blocking: opening a named pipe would wait for its writer.
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor_ < 0) fail(name_, fmt::format("cannot open: {}", std::strerror(errno)));
  try {
    map();
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

void MappedFile::map() {
  struct stat status;
  if (::fstat(descriptor_, &status) != 0) {
    fail(name_, fmt::format("cannot read: {}", std::strerror(errno)));
  }
  if (S_ISDIR(status.st_mode)) fail(name_, "found a directory, expected an ELF file");
  if (!S_ISREG(status.st_mode)) {
    fail(name_, "found a device, pipe or socket, expected an ELF file");
  }
  if (status.st_size == 0) fail(name_, "found an empty file, expected an ELF file");
  std::size_t size = static_cast<std::size_t>(status.st_size);
  void* start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor_, 0);
  if (start == MAP_FAILED) fail(name_, fmt::format("cannot map: {}", std::strerror(errno)));
  bytes_ = {static_cast<const std::byte*>(start), size};
}

MappedFile::MappedFile(std::string name, std::span<const std::byte> content)
    : name_(std::move(name)) {
  void* start =
      ::mmap(nullptr, content.size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED) fail(name_, fmt::format("cannot hold: {}", std::strerror(errno)));
  std::memcpy(start, content.data(), content.size());
  bytes_ = {static_cast<const std::byte*>(start), content.size()};
}

MappedFile::~MappedFile() {
  ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool MappedFile::copy(std::span<const std::byte> part, std::span<std::byte> into) const {
  if (descriptor_ < 0) return false;
  while (!into.empty()) {
    ssize_t count = ::pread(descriptor_, into.data(), into.size(), part.data() - bytes_.data());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    into = into.subspan(static_cast<std::size_t>(count));
    part = part.subspan(static_cast<std::size_t>(count));
  }
  return true;
}

}  // namespace ltoscope::elf
