// The lines of some orders, attribute by attribute: what lineitem holds, and what orders sums up.
// Each function draws its attribute anew from the attribute's own stream.
#pragma once

#include <cstdint>
#include <vector>

#include "columns/date.h"
#include "operators/morsel_queue.h"

namespace engine::tpch {

inline constexpr int64_t most_lines_of_order = 7;
inline constexpr int64_t average_lines_of_order = 4;

// Lines shipped by this day are filled, lines received by it may have been returned.
inline constexpr int32_t current_date = columns::date(1995, 6, 17);

// How many lines the orders have, which are rows counted from 0.
int64_t count_lines(operators::RowRange orders);

// The dates of orders; one for each.
std::vector<int32_t> order_dates(operators::RowRange orders);

// Every vector has one value a line, in the order of the lines.
class OrderLines {
 public:
  using Values = std::vector<int32_t>;

  explicit OrderLines(operators::RowRange orders);

  int64_t count() const { return count_; }
  // Lines of each order; one value an order.
  const Values& lines_of_order() const { return lines_of_order_; }

  Values quantities() const;             // 1 to 50
  Values discounts() const;              // in hundredths
  Values taxes() const;                  // in hundredths
  Values parts(int64_t of_parts) const;  // keys
  Values ship_dates() const;
  Values commit_dates() const;
  Values receipt_dates(const Values& ship_dates) const;
  Values ship_instructions() const;  // numbers of words
  Values ship_modes() const;         // numbers of words
  // Numbers of words; only of what has been received by the current date, the others have none.
  Values return_flags(const Values& receipt_dates, int32_t none) const;
  Values suppliers(const Values& parts, int64_t of_suppliers) const;  // keys

 private:
  Values uniform(int64_t seed, int64_t low, int64_t high) const;
  // The dates, each with a number of days added that is drawn.
  Values days_after(Values dates, int64_t seed, int64_t low, int64_t high) const;
  Values dates_of_orders() const;

  operators::RowRange orders_;
  Values lines_of_order_;
  int64_t count_;
};

}  // namespace engine::tpch
