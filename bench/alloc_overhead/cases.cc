// The workloads themselves; the same text for every design.
#include "alloc_overhead/cases.h"

#include <array>
#include <cstring>
#include <new>
#include <vector>

namespace bench {
namespace {

[[gnu::noinline]] void* allocate(int64_t bytes) {
  return ::operator new(static_cast<std::size_t>(bytes));
}

// With the size, as compilers call it.
[[gnu::noinline]] void release(void* block, int64_t bytes) {
  ::operator delete(block, static_cast<std::size_t>(bytes));
}

// Makes the compiler believe that the memory behind block is read and written here.
void escape(void* block) { asm volatile("" : : "g"(block) : "memory"); }

void alloc_free(int64_t bytes, int64_t pairs) {
  for (int64_t i = 0; i < pairs; ++i) {
    void* block = allocate(bytes);
    escape(block);
    release(block, bytes);
  }
}

void alloc_fill_free(int64_t bytes, int64_t pairs) {
  for (int64_t i = 0; i < pairs; ++i) {
    void* block = allocate(bytes);
    std::memset(block, static_cast<int>(i), static_cast<std::size_t>(bytes));
    escape(block);
    release(block, bytes);
  }
}

void mix(int64_t, int64_t pairs) {
  constexpr uint32_t least = 16, sizes = 1024;
  struct Block {
    void* place;
    int64_t bytes;
  };
  std::array<Block, 256> live{};
  uint32_t random = 1;
  for (int64_t i = 0; i < pairs; ++i) {
    random = random * 1664525 + 1013904223;
    Block& block = live[random >> 24];
    if (block.place != nullptr) release(block.place, block.bytes);
    block.bytes = least + (random >> 10) % sizes;
    block.place = allocate(block.bytes);
  }
  for (Block& block : live) {
    if (block.place != nullptr) release(block.place, block.bytes);
  }
}

void grow_vector(int64_t to_bytes, int64_t times) {
  for (int64_t i = 0; i < times; ++i) {
    std::vector<char> grown;
    for (int64_t byte = 0; byte < to_bytes; ++byte) grown.push_back(static_cast<char>(byte));
    escape(grown.data());
  }
}

const void* operator_new_address() {
  void* (*chosen)(std::size_t) = &::operator new;
  return reinterpret_cast<const void*>(chosen);
}

}  // namespace
}  // namespace bench

__attribute__((visibility("default"))) const bench::AllocCases* alloc_cases() {
  static const bench::AllocCases cases = {.design = &bench::alloc_design(),
                                          .allocate = bench::allocate,
                                          .release = bench::release,
                                          .alloc_free = bench::alloc_free,
                                          .alloc_fill_free = bench::alloc_fill_free,
                                          .mix = bench::mix,
                                          .grow_vector = bench::grow_vector,
                                          .operator_new = bench::operator_new_address()};
  return &cases;
}
