// The workloads themselves; the same text with accounting and without.
#include "alloc_cases.h"

#include <cstring>
#include <new>
#include <vector>

#include "alloc_balance.h"

namespace bench {
namespace {

[[gnu::noinline]] void* allocate(int64_t bytes) {
  return ::operator new(static_cast<std::size_t>(bytes));
}

[[gnu::noinline]] void release(void* block) { ::operator delete(block); }

// Makes the compiler believe that the memory behind block is read and written here.
void escape(void* block) { asm volatile("" : : "g"(block) : "memory"); }

void alloc_free(int64_t bytes, int64_t pairs) {
  for (int64_t i = 0; i < pairs; ++i) {
    void* block = allocate(bytes);
    escape(block);
    release(block);
  }
}

void alloc_fill_free(int64_t bytes, int64_t pairs) {
  for (int64_t i = 0; i < pairs; ++i) {
    void* block = allocate(bytes);
    std::memset(block, static_cast<int>(i), static_cast<std::size_t>(bytes));
    escape(block);
    release(block);
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
  static const bench::AllocCases cases = {bench::allocate,         bench::release,
                                          bench::alloc_free,       bench::alloc_fill_free,
                                          bench::grow_vector,      bench::operator_new_address(),
                                          bench::accounted_balance};
  return &cases;
}
