// Years of many dates.
#include "primitives/calendar.h"

#include "columns/date.h"
#include "primitives/loop.h"

namespace engine::primitives {

void years_of(const int32_t* days, columns::Rows rows, int32_t* years) {
  for_each_row(rows, [=](int64_t row) { years[row] = columns::year_of(days[row]); });
}

}  // namespace engine::primitives
