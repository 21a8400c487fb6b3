// Found where glibc is below the accounting.
#pragma once

#include "alloc/backends/glibc.h"

namespace engine::alloc {
using Backend = Glibc;
}
