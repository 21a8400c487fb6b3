// Ends an execution from outside.
#pragma once

#include <atomic>
#include <exception>

namespace engine::operators {

// What a cancelled execution throws.
class Cancelled : public std::exception {
 public:
  const char* what() const noexcept override { return "the execution was cancelled"; }
};

// Threads: any may call any function at any time.
class Cancellation {
 public:
  void request() { requested_.store(true, std::memory_order_relaxed); }
  void withdraw() { requested_.store(false, std::memory_order_relaxed); }

  // Throws Cancelled when it has been requested. Called once for each batch.
  void check() const {
    if (requested_.load(std::memory_order_relaxed)) throw Cancelled();
  }

 private:
  std::atomic<bool> requested_ = false;
};

}  // namespace engine::operators
