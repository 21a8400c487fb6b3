// Expressions that stand in more than one query.
#include "tpch/prices.h"

namespace engine::tpch {

plan::Expression discounted_price() {
  return plan::column("l_extendedprice") * (plan::number(1) - plan::column("l_discount"));
}

}  // namespace engine::tpch
