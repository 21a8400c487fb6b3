// Cases that run on core's operators new and delete.
#include "alloc/accounting.h"
#include "alloc_balance.h"

namespace bench {
namespace {

int64_t settled_balance() {
  engine::alloc::settle();
  return engine::alloc::balance();
}

}  // namespace

int64_t (*const accounted_balance)() = settled_balance;

}  // namespace bench
