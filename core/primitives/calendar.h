// Parts of dates.
#pragma once

#include <cstdint>

#include "columns/selection.h"

namespace engine::primitives {

// The year of a day counted from 1970-01-01.
int32_t year_of(int32_t day);

// years[row] = the year of days[row], for each of the rows.
void years_of(const int32_t* days, columns::Rows rows, int32_t* years);

}  // namespace engine::primitives
