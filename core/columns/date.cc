// Printing of dates.
#include "columns/date.h"

#include <array>
#include <cstdio>

namespace engine::columns {

std::string date_text(int32_t days) {
  std::chrono::year_month_day day = std::chrono::sys_days(std::chrono::days(days));
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%04d-%02u-%02u", static_cast<int>(day.year()),
                static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()));
  return text.data();
}

}  // namespace engine::columns
