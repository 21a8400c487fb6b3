// Runs pairs of new and delete of 64 bytes out of one library of cases, for a tool that counts
// instructions: alloc_pairs LIBRARY PAIRS.
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

#include "alloc_overhead/cases.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s LIBRARY PAIRS\n", argv[0]);
    return 2;
  }
  void* library = ::dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  auto cases = library != nullptr
                   ? reinterpret_cast<decltype(&alloc_cases)>(::dlsym(library, "alloc_cases"))
                   : nullptr;
  if (cases == nullptr) {
    std::fprintf(stderr, "%s: %s\n", argv[0], ::dlerror());
    return 2;
  }
  constexpr int64_t bytes = 64;
  cases()->alloc_free(bytes, std::atoll(argv[2]));
  if (*cases()->design->obstacle == '\0') return 0;
  std::fprintf(stderr, "%s cannot be used here: %s\n", cases()->design->name,
               cases()->design->obstacle);
  return 3;
}
