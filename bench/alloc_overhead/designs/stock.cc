// The stock operators of libstdc++, over the C library's malloc: nothing is replaced.
#include <malloc.h>

#include "alloc_overhead/cases.h"

namespace bench {

const AllocDesign& alloc_design() {
  static constexpr AllocDesign design = {
      .name = "stock",
      .backend = "glibc",
      .obstacle = "",
      .balance = nullptr,
      .usable_bytes =
          [](const void* block) {
            return static_cast<int64_t>(::malloc_usable_size(const_cast<void*>(block)));
          },
      .booked_bytes = [] { return static_cast<int64_t>(::mallinfo2().uordblks); }};
  return design;
}

}  // namespace bench
