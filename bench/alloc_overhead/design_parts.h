// What the files of designs/ have in common, besides the operators that each defines over its
// Blocks: included after those, by one file of a library of cases.
#pragma once

#include <cstdio>

#include "alloc/backend.h"
#include "alloc/shared_balance.h"
#include "alloc/thread_records.h"
#include "alloc_overhead/cases.h"

namespace bench {
namespace {

// Why the design cannot be used here.
constinit char obstacle[256] = {};

[[maybe_unused]] int64_t balance_of_threads() {
  return engine::alloc::gathered_by_threads() + engine::alloc::shared_balance();
}

// null: it does not count.
AllocDesign describe(const char* name, int64_t (*balance)()) {
  using engine::alloc::Backend;
  return {.name = name,
          .backend = Backend::name().data(),
          .obstacle = obstacle,
          .balance = balance,
          .usable_bytes = [](const void* block) { return Backend::told_bytes(block); },
          .booked_bytes = [] { return Backend::booked_bytes(); }};
}

}  // namespace
}  // namespace bench
