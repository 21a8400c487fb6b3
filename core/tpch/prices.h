// What several queries compute of a line of an order.
#pragma once

#include "plan/expression.h"

namespace engine::tpch {

// The price after the discount: l_extendedprice * (1 - l_discount).
plan::Expression discounted_price();

}  // namespace engine::tpch
