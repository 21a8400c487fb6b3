// The streams of lines: each order owns seven draws of each, used or not.
#include "tpch/order_lines.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "tpch/keys.h"
#include "tpch/random_stream.h"

namespace engine::tpch {
namespace {

constexpr int32_t first_order_date = columns::date(1992, 1, 1);
constexpr int64_t last_order_day = 2'405;  // counted from the first

RandomStream line_counts(int64_t order_row) { return RandomStream(1434868289, 1, order_row); }

int64_t draw_line_count(RandomStream& stream) { return stream.uniform(1, most_lines_of_order); }

}  // namespace

int64_t count_lines(operators::RowRange orders) {
  RandomStream stream = line_counts(orders.first);
  int64_t lines = 0;
  for (int64_t order = orders.first; order < orders.end; ++order) {
    lines += draw_line_count(stream);
    stream.next_row();
  }
  return lines;
}

std::vector<int32_t> order_dates(operators::RowRange orders) {
  RandomStream stream(1066728069, 1, orders.first);
  std::vector<int32_t> dates(orders.end - orders.first);
  for (int32_t& date : dates) {
    date = static_cast<int32_t>(first_order_date + stream.uniform(0, last_order_day));
    stream.next_row();
  }
  return dates;
}

OrderLines::OrderLines(operators::RowRange orders)
    : orders_(orders), lines_of_order_(orders.end - orders.first) {
  RandomStream stream = line_counts(orders.first);
  for (int32_t& lines : lines_of_order_) {
    lines = static_cast<int32_t>(draw_line_count(stream));
    stream.next_row();
  }
  count_ = std::reduce(lines_of_order_.begin(), lines_of_order_.end(), int64_t{0});
}

OrderLines::Values OrderLines::uniform(int64_t seed, int64_t low, int64_t high) const {
  Values values(count_);
  RandomStream stream(seed, most_lines_of_order, orders_.first);
  int32_t* next = values.data();
  for (int32_t lines : lines_of_order_) {
    stream.uniform(low, high, lines, next);
    stream.next_row();
    next += lines;
  }
  return values;
}

OrderLines::Values OrderLines::days_after(Values dates, int64_t seed, int64_t low,
                                          int64_t high) const {
  std::ranges::transform(dates, uniform(seed, low, high), dates.begin(), std::plus<>());
  return dates;
}

OrderLines::Values OrderLines::dates_of_orders() const {
  Values dates;
  dates.reserve(count_);
  const int32_t* lines = lines_of_order_.data();
  for (int32_t date : order_dates(orders_)) dates.insert(dates.end(), *lines++, date);
  return dates;
}

OrderLines::Values OrderLines::quantities() const { return uniform(209208115, 1, 50); }

OrderLines::Values OrderLines::discounts() const { return uniform(554590007, 0, 10); }

OrderLines::Values OrderLines::taxes() const { return uniform(721958466, 0, 8); }

OrderLines::Values OrderLines::parts(int64_t of_parts) const {
  return uniform(1808217256, 1, of_parts);
}

OrderLines::Values OrderLines::ship_dates() const {
  return days_after(dates_of_orders(), 1769349045, 1, 121);
}

OrderLines::Values OrderLines::commit_dates() const {
  return days_after(dates_of_orders(), 904914315, 30, 90);
}

OrderLines::Values OrderLines::receipt_dates(const Values& ship_dates) const {
  return days_after(ship_dates, 373135028, 1, 30);
}

OrderLines::Values OrderLines::ship_instructions() const { return uniform(1371272478, 0, 3); }

OrderLines::Values OrderLines::ship_modes() const { return uniform(675466456, 0, 6); }

OrderLines::Values OrderLines::return_flags(const Values& receipt_dates, int32_t none) const {
  Values flags(count_);
  RandomStream stream(717419739, most_lines_of_order, orders_.first);
  int64_t line = 0;
  for (int32_t lines : lines_of_order_) {
    for (int64_t end = line + lines; line < end; ++line) {
      bool received = receipt_dates[line] <= current_date;
      flags[line] = received ? static_cast<int32_t>(stream.uniform(0, 1)) : none;
    }
    stream.next_row();
  }
  return flags;
}

OrderLines::Values OrderLines::suppliers(const Values& parts, int64_t of_suppliers) const {
  Values suppliers = uniform(2095021727, 0, suppliers_of_part - 1);
  std::ranges::transform(parts, suppliers, suppliers.begin(), [&](int64_t part, int64_t which) {
    return static_cast<int32_t>(supplier_key(part, which, of_suppliers));
  });
  return suppliers;
}

}  // namespace engine::tpch
