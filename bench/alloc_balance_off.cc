// Cases that run on the stock operators of libstdc++.
#include "alloc_balance.h"

namespace bench {

int64_t (*const accounted_balance)() = nullptr;

}  // namespace bench
