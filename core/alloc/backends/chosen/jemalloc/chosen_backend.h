// Found where jemalloc is below the accounting.
#pragma once

#include "alloc/backends/jemalloc.h"

namespace engine::alloc {
using Backend = Jemalloc;
}
