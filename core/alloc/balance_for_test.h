// What tests of the accounting share.
#pragma once

#include <cstdint>
#include <thread>
#include <utility>
#include <vector>

#include "alloc/accounting.h"
#include "alloc/backend.h"

namespace engine::alloc {

// Keeps the compiler from removing a new together with its delete, and from knowing what new gives.
template <class T>
T* kept(T* pointer) {
  asm volatile("" : "+r"(pointer) : : "memory");
  return pointer;
}

#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
constexpr bool is_sanitized = true;
#else
constexpr bool is_sanitized = false;
#endif

// By the documented call.
inline int64_t usable_bytes_of(const void* block) { return Backend::told_bytes(block); }

// Runs work(0), work(1) and so on, each on a thread of its own.
template <class Work>
void run_on_threads(int threads, Work work) {
  std::vector<std::thread> running;
  for (int thread = 0; thread < threads; ++thread) running.emplace_back(work, thread);
  for (std::thread& thread : running) thread.join();
}

// What work adds to the balance when it runs on a thread of its own that has ended since; without
// what this thread has gathered, and without exact_balance().
template <class Work>
int64_t change_of_balance_by_a_thread(Work work) {
  // Once before, so that what the first thread of all leaves behind is not counted.
  std::thread([] {}).join();
  settle();
  int64_t before = balance();
  std::thread(std::move(work)).join();
  settle();
  return balance() - before;
}

}  // namespace engine::alloc
