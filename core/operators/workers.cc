// Starting and joining workers, and carrying their exceptions to the caller.
#include "operators/workers.h"

#include <algorithm>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace engine::operators {
namespace {

// Keeps the first exception of several threads.
class FirstFailure {
 public:
  void keep(std::exception_ptr failure) {
    std::lock_guard lock(mutex_);
    if (!failure_) failure_ = failure;
  }

  // Requires: the other threads have been joined.
  void rethrow_if_any() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::mutex mutex_;
  std::exception_ptr failure_;
};

}  // namespace

void run_workers(int threads, MorselQueue& morsels, const std::function<void(int worker)>& work) {
  FirstFailure failure;
  auto guarded = [&](const auto& action) {
    try {
      action();
    } catch (...) {
      failure.keep(std::current_exception());
      morsels.stop();
    }
  };
  {
    std::vector<std::jthread> others;
    guarded([&] {
      int64_t workers = std::min<int64_t>(threads, morsels.morsel_count());
      for (int worker = 1; worker < workers; ++worker) {
        others.emplace_back([&, worker] { guarded([&] { work(worker); }); });
      }
      work(0);
    });
  }  // Every worker has been joined here.
  failure.rethrow_if_any();
}

}  // namespace engine::operators
