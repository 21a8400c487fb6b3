// How many rows the tables have at a scale factor.
#pragma once

#include <cstdint>

namespace engine::tpch {

inline constexpr double smallest_scale_factor = 0.01;
inline constexpr double largest_scale_factor = 1000;

// False for what is not a number.
bool is_valid_scale_factor(double scale_factor);

// Cut to whole rows, as dbgen does. Require: a valid scale factor.
int64_t customer_count(double scale_factor);
int64_t order_count(double scale_factor);
int64_t part_count(double scale_factor);
int64_t supplier_count(double scale_factor);
// Of clerks there is no table, only their names in orders; at least 1,000.
int64_t clerk_count(double scale_factor);

}  // namespace engine::tpch
