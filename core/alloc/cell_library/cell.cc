// The thread cell's library: thread_cell.h says what for. It must need nothing, so that it can be
// loaded anywhere, and hold no other thread-local.
#include <stdint.h>

namespace {

[[gnu::tls_model("initial-exec")]] alignas(32) constinit thread_local int64_t cell[4] = {};
int taken = 0;

}  // namespace

extern "C" {

// The calling thread's cell, as the initial-exec model finds it.
__attribute__((visibility("default"))) void* engine_thread_cell() { return cell; }

// Whether the caller is the first one: a cell cannot be shared. Callers are constructors of
// libraries, which the loader runs one after the other.
__attribute__((visibility("default"))) int engine_take_thread_cell() {
  if (taken != 0) return 0;
  taken = 1;
  return 1;
}
}
