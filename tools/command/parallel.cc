// Threads that take the next piece from one counter.
#include "command/parallel.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

namespace ltoscope {

int useful_threads() {
  cpu_set_t allowed;
  if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
    return std::max(1, CPU_COUNT(&allowed));
  }
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void for_each_piece(std::size_t pieces, int threads, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::exception_ptr> failures(pieces);
  auto take_pieces = [&] {
    for (std::size_t piece = next++; piece < pieces; piece = next++) {
      try {
        work(piece);
      } catch (...) {
        failures[piece] = std::current_exception();
      }
    }
  };
  {
    std::vector<std::jthread> others;
    std::size_t most = std::min(pieces, static_cast<std::size_t>(std::max(threads, 1)));
    while (others.size() + 1 < most) {
      try {
        others.emplace_back(take_pieces);
      } catch (const std::system_error&) {
        break;  // fewer do it as well
      }
    }
    take_pieces();
  }
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
}

}  // namespace ltoscope
