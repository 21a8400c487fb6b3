// Parts of dates.
#pragma once

#include <cstdint>

#include "columns/selection.h"

namespace engine::primitives {

// years[row] = the year of days[row], for each of the rows.
void years_of(const int32_t* days, columns::Rows rows, int32_t* years);

}  // namespace engine::primitives
