// The formulas.
#include "tpch/keys.h"

namespace engine::tpch {

int64_t order_key(int64_t order_row) {
  int64_t number = order_row + 1;
  return (number >> 3) << 5 | (number & 7);
}

int64_t retail_price_in_cents(int64_t part_key) {
  return 90'000 + part_key / 10 % 20'001 + 100 * (part_key % 1'000);
}

int64_t supplier_key(int64_t part_key, int64_t which, int64_t suppliers) {
  int64_t distance = suppliers / suppliers_of_part + (part_key - 1) / suppliers;
  return (part_key + which * distance) % suppliers + 1;
}

}  // namespace engine::tpch
