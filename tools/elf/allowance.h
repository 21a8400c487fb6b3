// What may still be spent, by all threads together. A small file can name the same long list over
// and over; this keeps the time of reading it in proportion to its size.
#pragma once

#include <atomic>
#include <cstdint>

namespace ltoscope::elf {

class Allowance {
 public:
  explicit Allowance(int64_t amount) : left_(amount) {}
  // False once all is spent.
  bool spend(int64_t amount) {
    return left_.fetch_sub(amount, std::memory_order_relaxed) >= amount;
  }

 private:
  std::atomic<int64_t> left_;
};

}  // namespace ltoscope::elf
