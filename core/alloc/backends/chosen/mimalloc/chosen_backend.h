// Found where mimalloc is below the accounting.
#pragma once

#include "alloc/backends/mimalloc.h"

namespace engine::alloc {
using Backend = Mimalloc;
}
