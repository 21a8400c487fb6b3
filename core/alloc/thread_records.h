// The threads that have gathered something: so that it can be summed at any time, joins the shared
// balance when its thread ends, and is not lost to a forked child, in which the other threads are
// gone.
//
// A thread is entered once, by the one design that is in use. When it ends, `leave` is called on
// it, together with the destructors of its thread_local objects; whatever the thread allocates and
// frees afterwards, in destructors that come later, must be counted at once. While a thread is
// being entered it may allocate, too.
#pragma once

#include <cstdint>
#include <functional>

namespace engine::alloc {

// How one design keeps what a thread has gathered.
struct ThreadHooks {
  // On the thread that ends: adds what it has gathered to the shared balance.
  void (*leave)() noexcept;
  // What a thread has gathered, by the place that it was entered with. On any thread, while the
  // owner may go on: exact when it does not.
  int64_t (*gathered_at)(const void* place) noexcept;
};

enum class ThreadPhase : int8_t {
  unregistered,
  registering,  // being entered, which may itself allocate
  registered,
  exited,  // `leave` has run; destructors that come later still allocate and free
};

// Enters the calling thread when it has not been, and gives the phase that it is in then. Requires:
// the hooks, and what is at `place`, live as long as the thread.
ThreadPhase enter_thread(const ThreadHooks& hooks, const void* place) noexcept;

// Of the calling thread.
ThreadPhase thread_phase() noexcept;

// As long as it lives, no thread comes or leaves, and none forks; `leave` is called while one
// lives. Requires: the thread that makes it has none.
class ThreadsHeld {
 public:
  ThreadsHeld() noexcept;
  ~ThreadsHeld();
  ThreadsHeld(const ThreadsHeld&) = delete;
  ThreadsHeld& operator=(const ThreadsHeld&) = delete;
};

// What all threads that are entered have gathered.
int64_t gathered_by_threads() noexcept;

// Calls `visit` with the place of each thread that is entered, while none can come or leave.
// Requires: it does not allocate.
void visit_threads(const std::function<void(const void* place)>& visit);

}  // namespace engine::alloc
