// The allocation workloads of the benchmark, as a table of functions, so that one benchmark can run
// them linked into the executable and out of a library that it loads with dlopen. Each copy
// allocates with the operators new and delete of the file that it is linked into.
//
// allocate() and release() are not inlined into the loops: there the compiler would look up the
// thread-local's address once for all iterations, which no real caller can.
#pragma once

#include <cstdint>

namespace bench {

// How a copy counts: one file of designs/ defines it.
struct AllocDesign {
  const char* name;      // "offset_cell"
  const char* backend;   // whose blocks, by its own account: "glibc 2.36"
  const char* obstacle;  // why it cannot be used here; empty: it can
  int64_t (*balance)();  // live bytes, exact; null: this one does not count
  int64_t (*usable_bytes)(const void* block);
  int64_t (*booked_bytes)();  // by the backend's own books, which move by what is allocated
};

struct AllocCases {
  const AllocDesign* design;
  void* (*allocate)(int64_t bytes);
  void (*release)(void* block, int64_t bytes);
  void (*alloc_free)(int64_t bytes, int64_t pairs);
  void (*alloc_fill_free)(int64_t bytes, int64_t pairs);
  // Blocks of 16 to 1,039 bytes, at random, of which 256 are live.
  void (*mix)(int64_t, int64_t pairs);
  void (*grow_vector)(int64_t to_bytes, int64_t times);  // byte by byte, from empty
  const void* operator_new;                              // where the live operator new is
};

// Of this copy.
const AllocDesign& alloc_design();

}  // namespace bench

// The one function that a library of cases exports.
extern "C" const bench::AllocCases* alloc_cases();
