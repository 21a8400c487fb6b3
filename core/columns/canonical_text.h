// The canonical form of a value, in which results are printed and hashed: integers as they are,
// decimals with two places rounded half away from zero, dates YYYY-MM-DD, words and
// texts without blanks at either end.
#pragma once

#include <cstdint>
#include <string>

#include "columns/column.h"

namespace engine::columns {

std::string canonical_text(const Column& column, int64_t row);

}  // namespace engine::columns
