// Row counts. Within the valid scale factors order keys need 33 bits and all other keys 28.
#include "tpch/scale.h"

#include <algorithm>

namespace engine::tpch {
namespace {

int64_t scaled(int64_t rows_at_1, double scale_factor) {
  return static_cast<int64_t>(static_cast<double>(rows_at_1) * scale_factor);
}

}  // namespace

bool is_valid_scale_factor(double scale_factor) {
  return scale_factor >= smallest_scale_factor && scale_factor <= largest_scale_factor;
}

int64_t customer_count(double scale_factor) { return scaled(150'000, scale_factor); }
int64_t order_count(double scale_factor) { return scaled(1'500'000, scale_factor); }
int64_t part_count(double scale_factor) { return scaled(200'000, scale_factor); }
int64_t supplier_count(double scale_factor) { return scaled(10'000, scale_factor); }

int64_t clerk_count(double scale_factor) {
  constexpr int64_t fewest = 1'000;
  return std::max(scaled(1'000, scale_factor), fewest);
}

}  // namespace engine::tpch
