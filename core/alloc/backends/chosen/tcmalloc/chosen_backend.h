// Found where tcmalloc is below the accounting.
#pragma once

#include "alloc/backends/tcmalloc.h"

namespace engine::alloc {
using Backend = Tcmalloc;
}
