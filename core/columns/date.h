// Dates as days since 1970-01-01, which is how a date column holds them.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace engine::columns {

constexpr int32_t date(int year, unsigned month, unsigned day) {
  std::chrono::sys_days days =
      std::chrono::year(year) / std::chrono::month(month) / std::chrono::day(day);
  return static_cast<int32_t>(days.time_since_epoch().count());
}

// YYYY-MM-DD.
std::string date_text(int32_t days);

}  // namespace engine::columns
