// The rules of orders. Totals and states follow from the lines, which are drawn here again.
#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <vector>

#include "tpch/comments.h"
#include "tpch/contact.h"
#include "tpch/keys.h"
#include "tpch/order_lines.h"
#include "tpch/outputs.h"
#include "tpch/scale.h"
#include "tpch/schema.h"
#include "tpch/tables.h"
#include "tpch/words.h"

namespace engine::tpch {
namespace {

constexpr int64_t orders_per_morsel = 2'048;
constexpr CommentRule comment_rule = {.seed = 276090261, .per_row = 1, .average_length = 49};

constexpr std::array<std::string_view, 3> states = {"F", "O", "P"};
enum State { filled, open, partly_filled };

// A third of the customers has no orders: those whose key three divides.
int64_t customer_with_orders(int64_t drawn, int64_t customers) {
  int64_t step = 1;
  while (drawn % 3 == 0) {
    drawn = std::min(drawn + step, customers);
    step = -step;
  }
  return drawn;
}

// The names of all clerks, which are few, in one heap.
class Clerks {
 public:
  explicit Clerks(int64_t count) {
    TextBuffer buffer;
    for (int64_t number = 1; number <= count; ++number) {
      names_.push_back(heap_->add(numbered_name("Clerk", number, buffer)));
    }
  }

  int64_t count() const { return std::ssize(names_); }
  columns::StringValue name(int64_t number) const { return names_[number - 1]; }
  std::shared_ptr<const void> heap() const { return heap_; }

 private:
  std::shared_ptr<columns::StringHeap> heap_ = std::make_shared<columns::StringHeap>();
  std::vector<columns::StringValue> names_;
};

// What the lines of the morsel's orders add up to.
void write_totals(const Morsel& morsel, int64_t of_parts, const Output<int64_t>& total,
                  const WordOutput& state) {
  if (!total && !state) return;
  OrderLines lines(morsel.rows);
  const int32_t* lines_of_order = lines.lines_of_order().data();
  if (total) {
    OrderLines::Values quantities = lines.quantities();
    OrderLines::Values parts = lines.parts(of_parts);
    OrderLines::Values discounts = lines.discounts();
    OrderLines::Values taxes = lines.taxes();
    int64_t line = 0;
    total.write(morsel, [&](int64_t order) {
      int64_t cents = 0;
      for (int64_t end = line + lines_of_order[order - morsel.rows.first]; line < end; ++line) {
        int64_t price = quantities[line] * retail_price_in_cents(parts[line]);
        cents += price * (100 - discounts[line]) / 100 * (100 + taxes[line]) / 100;
      }
      return cents;
    });
  }
  if (state) {
    OrderLines::Values ship_dates = lines.ship_dates();
    const int32_t* date = ship_dates.data();
    state.write(morsel, [&](int64_t order) {
      int64_t count = lines_of_order[order - morsel.rows.first];
      int64_t shipped =
          std::count_if(date, date + count, [](int32_t day) { return day <= current_date; });
      date += count;
      return shipped == count ? filled : shipped == 0 ? open : partly_filled;
    });
  }
}

}  // namespace

columns::Table generate_orders(const Request& request, TextPoolSource& texts) {
  operators::RowRange rows = requested_rows(request, order_count(request.scale_factor));
  columns::Table table(requested_columns(request, orders_schema(request.scale_factor)),
                       rows.end - rows.first);
  int64_t customers = customer_count(request.scale_factor);
  int64_t parts = part_count(request.scale_factor);
  KeyOutput key(table, "o_orderkey");
  Output<int32_t> customer(table, "o_custkey");
  WordOutput state(table, "o_orderstatus", states);
  Output<int64_t> total(table, "o_totalprice");
  Output<int32_t> date(table, "o_orderdate");
  WordOutput priority(table, "o_orderpriority", order_priorities());
  Output<columns::StringValue> clerk(table, "o_clerk");
  Clerks clerks(clerk ? clerk_count(request.scale_factor) : 0);
  Output<int32_t> ship_priority(table, "o_shippriority");
  CommentOutput comment(table, "o_comment", comment_rule);

  auto write = [&](const Morsel& morsel) {
    key.write(morsel, order_key);
    RandomStream customer_draws(851767375, 1, morsel.rows.first);
    customer.write(morsel, [&](int64_t) {
      int64_t drawn = customer_draws.uniform(1, customers);
      customer_draws.next_row();
      return customer_with_orders(drawn, customers);
    });
    write_totals(morsel, parts, total, state);
    if (date) std::ranges::copy(order_dates(morsel.rows), date.at(morsel.offset));
    priority.draw(morsel, 591449447);
    RandomStream clerk_draws(1171034773, 1, morsel.rows.first);
    clerk.write(morsel, [&](int64_t) {
      columns::StringValue name = clerks.name(clerk_draws.uniform(1, clerks.count()));
      clerk_draws.next_row();
      return name;
    });
    ship_priority.write(morsel, [](int64_t) { return 0; });
  };
  Morsels morsels(rows, orders_per_morsel);
  comment.finish(morsels.for_each_with_comments(
      request.threads, bool(comment), texts, write,
      [&](const Morsel& morsel, const TextPool& pool) { comment.write(morsel, pool); }));
  if (clerk) table.column("o_clerk").keep_alive(clerks.heap());
  return table;
}

}  // namespace engine::tpch
