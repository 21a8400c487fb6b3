// Generates lineitem straight into columns, byte for byte what the TPC's dbgen writes, without
// l_comment.
#pragma once

#include <cstdint>

#include "columns/table.h"

namespace engine::tpch {

// Requires: a valid scale factor. Throws std::bad_alloc when the columns do not fit, and
// std::system_error when threads cannot be started.
columns::Table generate_lineitem(double scale_factor, int threads);

// The bytes of its columns, expected before any of it is generated: true to about 1 % (orders have
// 4 lines on average).
int64_t expected_lineitem_bytes(double scale_factor);

}  // namespace engine::tpch
