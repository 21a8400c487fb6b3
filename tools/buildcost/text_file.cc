// Reads in blocks, so that a fingerprint of a large file needs little memory.
#include "buildcost/text_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <string.h>
#include <unistd.h>

#include <cerrno>
#include <functional>
#include <string_view>
#include <vector>

#include "command/failure.h"

namespace ltoscope::buildcost {
namespace {

constexpr std::size_t block_bytes = 1 << 16;
constexpr uint64_t fnv_prime = 0x100000001b3;

void for_each_block(const std::filesystem::path& path,
                    const std::function<void(std::string_view)>& use) {
  int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  int error = descriptor < 0 ? errno : 0;
  std::vector<char> block(block_bytes);
  while (error == 0) {
    ssize_t count = ::read(descriptor, block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) error = errno;
    if (count <= 0) break;
    use(std::string_view(block.data(), static_cast<std::size_t>(count)));
  }
  if (descriptor >= 0) ::close(descriptor);
  if (error != 0) {
    throw Failure(ExitCode::bad_input,
                  fmt::format("{}: cannot read: {}", path.string(), ::strerror(error)));
  }
}

}  // namespace

std::string text_of(const std::filesystem::path& path) {
  std::string text;
  for_each_block(path, [&](std::string_view block) { text += block; });
  return text;
}

uint64_t fingerprint_with(uint64_t fingerprint, std::string_view bytes) {
  for (char byte : bytes) {
    fingerprint ^= static_cast<unsigned char>(byte);
    fingerprint *= fnv_prime;
  }
  return fingerprint;
}

uint64_t fingerprint_of_file(const std::filesystem::path& path) {
  uint64_t fingerprint = fingerprint_start;
  for_each_block(
      path, [&](std::string_view block) { fingerprint = fingerprint_with(fingerprint, block); });
  return fingerprint;
}

}  // namespace ltoscope::buildcost
