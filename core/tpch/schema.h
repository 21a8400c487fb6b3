// The columns of the eight tables. Keys are int32 where every key of the scale factor fits, money
// is a decimal of scale 2, and what takes few values is words.
#pragma once

#include "columns/schema.h"

namespace engine::tpch {

// Require: a valid scale factor.
columns::Schema customer_schema(double scale_factor);
columns::Schema lineitem_schema(double scale_factor);
columns::Schema nation_schema(double scale_factor);
columns::Schema orders_schema(double scale_factor);
columns::Schema part_schema(double scale_factor);
columns::Schema partsupp_schema(double scale_factor);
columns::Schema region_schema(double scale_factor);
columns::Schema supplier_schema(double scale_factor);

}  // namespace engine::tpch
