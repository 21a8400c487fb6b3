// What the live mimalloc says of itself.
#include "alloc/backends/mimalloc.h"

#include <array>
#include <cstdio>

namespace engine::alloc {

std::string_view Mimalloc::name() noexcept {
  static constinit std::array<char, 32> text{};
  if (text[0] == '\0') {
    // 209 is 2.0.9.
    int version = engine_mi_version();
    std::snprintf(text.data(), text.size(), "mimalloc %d.%d.%d", version / 100, version / 10 % 10,
                  version % 10);
  }
  return text.data();
}

int64_t Mimalloc::booked_bytes() noexcept {
  int64_t sum = 0;
  auto add = [](const engine_mi_heap_t*, const engine_mi_area* area, void*, std::size_t,
                void* argument) {
    *static_cast<int64_t*>(argument) += static_cast<int64_t>(area->used * area->block_bytes);
    return true;
  };
  engine_mi_heap_visit_blocks(engine_mi_heap_get_default(), false, add, &sum);
  return sum;
}

}  // namespace engine::alloc
