// Runs the same work on several threads, which share out a queue of morsels between them.
#pragma once

#include <functional>

#include "operators/morsel_queue.h"

namespace engine::operators {

// Runs work(0) on the calling thread and work(1), work(2), ... each on a thread of its own, no more
// of them than there are morsels and `threads` in all, and returns when all have ended. When one
// throws, or a thread cannot be started, the rest of the queue is dropped, so that the others end
// soon, and the first exception is rethrown here.
void run_workers(int threads, MorselQueue& morsels, const std::function<void(int worker)>& work);

}  // namespace engine::operators
