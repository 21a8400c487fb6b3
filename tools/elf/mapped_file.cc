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

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

[[noreturn]] void fail(const std::string& name, const std::string& what) {
  throw Failure(ExitCode::bad_input, fmt::format("{}: {}", name, what));
}

}  // namespace

MappedFile::MappedFile(const std::filesystem::path& path) : name_(path.string()) {
  // Not blocking: opening a named pipe would wait for its writer.
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.number() < 0) fail(name_, fmt::format("cannot open: {}", std::strerror(errno)));
  struct stat status;
  if (::fstat(file.number(), &status) != 0) {
    fail(name_, fmt::format("cannot read: {}", std::strerror(errno)));
  }
  if (S_ISDIR(status.st_mode)) fail(name_, "found a directory, expected an ELF file");
  if (!S_ISREG(status.st_mode)) {
    fail(name_, "found a device, pipe or socket, expected an ELF file");
  }
  if (status.st_size == 0) fail(name_, "found an empty file, expected an ELF file");
  std::size_t size = static_cast<std::size_t>(status.st_size);
  void* start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
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

MappedFile::~MappedFile() { ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size()); }

}  // namespace ltoscope::elf
