// Rules by which values of one table follow from keys of another.
#pragma once

#include <cstdint>

namespace engine::tpch {

inline constexpr int64_t suppliers_of_part = 4;

// Of the order in a row counted from 0: orders use 8 of every 32 keys.
int64_t order_key(int64_t order_row);

int64_t retail_price_in_cents(int64_t part_key);

// One of a part's suppliers, `which` of them counted from 0: they are spread over all `suppliers`.
int64_t supplier_key(int64_t part_key, int64_t which, int64_t suppliers);

}  // namespace engine::tpch
