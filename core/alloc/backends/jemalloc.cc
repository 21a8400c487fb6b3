// What the live jemalloc says of itself.
#include "alloc/backends/jemalloc.h"

#include <array>
#include <cstdio>
#include <cstring>

namespace engine::alloc {

std::string_view Jemalloc::name() noexcept {
  static constinit std::array<char, 32> text{};
  if (text[0] == '\0') {
    const char* version = "of unknown version";
    std::size_t bytes = sizeof(version);
    engine_je_mallctl("version", static_cast<void*>(&version), &bytes, nullptr, 0);
    // "5.3.0-0-g0": the rest names a commit.
    std::snprintf(text.data(), text.size(), "jemalloc %.*s",
                  static_cast<int>(std::strcspn(version, "-")), version);
  }
  return text.data();
}

int64_t Jemalloc::booked_bytes() noexcept {
  uint64_t allocated = 0;
  std::size_t bytes = sizeof(allocated);
  engine_je_mallctl("thread.allocated", &allocated, &bytes, nullptr, 0);
  return static_cast<int64_t>(allocated);
}

}  // namespace engine::alloc
