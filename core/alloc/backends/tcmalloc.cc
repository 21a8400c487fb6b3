// What the live tcmalloc says of itself.
#include "alloc/backends/tcmalloc.h"

#include <array>
#include <cstdio>
#include <new>

// Asked by tcmalloc, whose own answer is in a file that must be compiled as C.
extern "C" int engine_RunningOnValgrind() { return 0; }

// Makes tcmalloc ready when the first one is constructed, which some static object of its own does
// (tcmalloc_guard.h).
class engine_TCMallocGuard {
 public:
  engine_TCMallocGuard();
  ~engine_TCMallocGuard();
};

namespace engine::alloc {

constinit bool Tcmalloc::is_ready_ = false;

void Tcmalloc::start() noexcept {
  // Never destroyed.
  alignas(engine_TCMallocGuard) static char place[sizeof(engine_TCMallocGuard)];
  new (place) engine_TCMallocGuard;
  is_ready_ = true;
  ClassedBackend::start();
}

std::string_view Tcmalloc::name() noexcept {
  static constinit std::array<char, 32> text{};
  if (text[0] == '\0') {
    int major = 0, minor = 0;
    const char* patch = nullptr;
    engine_tc_version(&major, &minor, &patch);
    std::snprintf(text.data(), text.size(), "tcmalloc %d.%d", major, minor);
  }
  return text.data();
}

int64_t Tcmalloc::booked_bytes() noexcept {
  std::size_t bytes = 0;
  engine_MallocExtension_GetNumericProperty("generic.current_allocated_bytes", &bytes);
  return static_cast<int64_t>(bytes);
}

}  // namespace engine::alloc
