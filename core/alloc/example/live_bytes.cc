// What a program or a library gets by linking the accounting allocator: its operators new and
// delete count, and it can ask how many bytes are live. README.md beside the allocator says how to
// build.
#include <cstdint>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include "alloc/accounting.h"

int main() {
  int64_t before = engine::alloc::exact_balance();
  std::vector<std::string> words(1000, std::string(100, 'x'));
  std::thread([&] { words.resize(500); }).join();

  engine::alloc::Usage usage = engine::alloc::usage();
  std::printf("%lld bytes are live in 500 strings of 100 characters and their vector\n",
              static_cast<long long>(usage.allocated - before));
  std::printf("counted by %.*s on %.*s\n", static_cast<int>(usage.design.size()),
              usage.design.data(), static_cast<int>(usage.backend.size()), usage.backend.data());

  words = {};
  words.shrink_to_fit();
  std::printf("%lld bytes are left\n",
              static_cast<long long>(engine::alloc::exact_balance() - before));
}
