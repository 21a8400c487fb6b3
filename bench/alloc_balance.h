// Which accounting a copy of the cases has: one of two files defines it, alloc_balance_on.cc over
// core's accounting or alloc_balance_off.cc over none.
#pragma once

#include <cstdint>

namespace bench {

// Live bytes as accounted, the calling thread settled; null without accounting.
extern int64_t (*const accounted_balance)();

}  // namespace bench
