// Proves which allocator a copy of the cases runs on, before anything is timed.
#pragma once

#include "alloc_overhead/subjects.h"

namespace bench {

// Requires that operator new lies in the named file, that the backend's books move by what is
// allocated and no other's do, and that the count, where there is one, moves by exactly the usable
// bytes and back. Throws std::runtime_error when one of them does not: the copy's times would be
// those of something else.
void prove_live(const AllocSubject& subject);

}  // namespace bench
