// The rules of lineitem. Lines belong to orders, so the work is shared out by order; where the
// lines of a morsel of orders go follows from the number of lines of all orders before it, which is
// drawn first.
#include "tpch/lineitem.h"

#include <cassert>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "columns/date.h"
#include "operators/workers.h"
#include "tpch/random_stream.h"
#include "tpch/scale.h"
#include "tpch/schema.h"

namespace engine::tpch {
namespace {

constexpr int64_t most_lines = 7;       // of an order
constexpr int64_t lines_per_order = 4;  // on average
constexpr int64_t orders_per_morsel = 8'192;

constexpr int32_t first_order_date = columns::date(1992, 1, 1);
constexpr int64_t last_order_day = 2'405;  // counted from the first
constexpr int32_t current_date = columns::date(1995, 6, 17);

RandomStream line_counts(int64_t order_row) { return RandomStream(1434868289, 1, order_row); }

// The streams that lines draw from, all standing before the same order.
struct Streams {
  explicit Streams(int64_t order_row)
      : order_date(1066728069, 1, order_row),
        line_count(line_counts(order_row)),
        quantity(209208115, most_lines, order_row),
        discount(554590007, most_lines, order_row),
        tax(721958466, most_lines, order_row),
        part(1808217256, most_lines, order_row),
        supplier(2095021727, most_lines, order_row),
        ship_date(1769349045, most_lines, order_row),
        commit_date(904914315, most_lines, order_row),
        receipt_date(373135028, most_lines, order_row),
        return_flag(717419739, most_lines, order_row),
        ship_instruction(1371272478, most_lines, order_row),
        ship_mode(675466456, most_lines, order_row) {}

  void next_order() {
    for (RandomStream* stream :
         {&order_date, &line_count, &quantity, &discount, &tax, &part, &supplier, &ship_date,
          &commit_date, &receipt_date, &return_flag, &ship_instruction, &ship_mode}) {
      stream->next_row();
    }
  }

  RandomStream order_date, line_count, quantity, discount, tax, part, supplier, ship_date,
      commit_date, receipt_date, return_flag, ship_instruction, ship_mode;
};

// Where the values go. Shared by all workers, which write different rows.
struct Output {
  explicit Output(columns::Table& table)
      : order_key(table.column("l_orderkey").writable_values<int64_t>()),
        part_key(table.column("l_partkey").writable_values<int32_t>()),
        supplier_key(table.column("l_suppkey").writable_values<int32_t>()),
        line_number(table.column("l_linenumber").writable_values<int32_t>()),
        quantity(table.column("l_quantity").writable_values<int64_t>()),
        extended_price(table.column("l_extendedprice").writable_values<int64_t>()),
        discount(table.column("l_discount").writable_values<int64_t>()),
        tax(table.column("l_tax").writable_values<int64_t>()),
        return_flag(table.column("l_returnflag").writable_values<uint8_t>()),
        line_status(table.column("l_linestatus").writable_values<uint8_t>()),
        ship_date(table.column("l_shipdate").writable_values<int32_t>()),
        commit_date(table.column("l_commitdate").writable_values<int32_t>()),
        receipt_date(table.column("l_receiptdate").writable_values<int32_t>()),
        ship_instruction(table.column("l_shipinstruct").writable_values<uint8_t>()),
        ship_mode(table.column("l_shipmode").writable_values<uint8_t>()) {}

  int64_t* order_key;
  int32_t* part_key;
  int32_t* supplier_key;
  int32_t* line_number;
  int64_t* quantity;
  int64_t* extended_price;
  int64_t* discount;
  int64_t* tax;
  uint8_t* return_flag;
  uint8_t* line_status;
  int32_t* ship_date;
  int32_t* commit_date;
  int32_t* receipt_date;
  uint8_t* ship_instruction;
  uint8_t* ship_mode;
};

uint8_t code_of(const columns::Column& column, std::string_view word) {
  return static_cast<uint8_t>(column.type().dictionary->code_of(word));
}

// The codes of words in the order in which they are drawn.
std::vector<uint8_t> codes_of(const columns::Column& column,
                              std::span<const std::string_view> drawn_words) {
  std::vector<uint8_t> codes;
  for (std::string_view word : drawn_words) codes.push_back(code_of(column, word));
  return codes;
}

// Orders use 8 of every 32 keys. Rows count from 1.
int64_t order_key(int64_t row) { return (row >> 3) << 5 | (row & 7); }

int64_t retail_price_in_cents(int64_t part_key) {
  return 90'000 + part_key / 10 % 20'001 + 100 * (part_key % 1'000);
}

// Each part has four suppliers, spread over all of them.
int64_t supplier_key(int64_t part_key, int64_t which, int64_t suppliers) {
  return (part_key + which * (suppliers / 4 + (part_key - 1) / suppliers)) % suppliers + 1;
}

class Generator {
 public:
  Generator(columns::Table& table, double scale_factor)
      : output_(table),
        parts_(part_count(scale_factor)),
        suppliers_(supplier_count(scale_factor)),
        drawn_return_flags_(codes_of(table.column("l_returnflag"), drawn_return_flags)),
        not_returned_(code_of(table.column("l_returnflag"), "N")),
        open_(code_of(table.column("l_linestatus"), "O")),
        filled_(code_of(table.column("l_linestatus"), "F")),
        drawn_ship_instructions_(codes_of(table.column("l_shipinstruct"), drawn_ship_instructions)),
        drawn_ship_modes_(codes_of(table.column("l_shipmode"), drawn_ship_modes)) {}

  // Writes the lines of some orders, the first one to `line`. Returns one past the last line
  // written.
  int64_t write_orders(operators::RowRange orders, int64_t line) const {
    Streams streams(orders.first);
    for (int64_t order = orders.first; order < orders.end; ++order) {
      int64_t order_date = first_order_date + streams.order_date.uniform(0, last_order_day);
      int64_t lines = streams.line_count.uniform(1, most_lines);
      for (int64_t number = 1; number <= lines; ++number) {
        output_.order_key[line] = order_key(order + 1);
        output_.line_number[line] = static_cast<int32_t>(number);
        write_line(streams, order_date, line);
        ++line;
      }
      streams.next_order();
    }
    return line;
  }

 private:
  void write_line(Streams& streams, int64_t order_date, int64_t line) const {
    int64_t quantity = streams.quantity.uniform(1, 50);
    int64_t part = streams.part.uniform(1, parts_);
    output_.part_key[line] = static_cast<int32_t>(part);
    output_.supplier_key[line] =
        static_cast<int32_t>(supplier_key(part, streams.supplier.uniform(0, 3), suppliers_));
    output_.quantity[line] = quantity * 100;
    output_.extended_price[line] = quantity * retail_price_in_cents(part);
    output_.discount[line] = streams.discount.uniform(0, 10);
    output_.tax[line] = streams.tax.uniform(0, 8);

    int64_t ship_date = order_date + streams.ship_date.uniform(1, 121);
    int64_t commit_date = order_date + streams.commit_date.uniform(30, 90);
    int64_t receipt_date = ship_date + streams.receipt_date.uniform(1, 30);
    output_.ship_date[line] = static_cast<int32_t>(ship_date);
    output_.commit_date[line] = static_cast<int32_t>(commit_date);
    output_.receipt_date[line] = static_cast<int32_t>(receipt_date);

    // Drawn only for what has been received, which is part of the definition.
    output_.return_flag[line] = receipt_date <= current_date
                                    ? drawn_return_flags_[streams.return_flag.uniform(0, 1)]
                                    : not_returned_;
    output_.line_status[line] = ship_date <= current_date ? filled_ : open_;
    output_.ship_instruction[line] =
        drawn_ship_instructions_[streams.ship_instruction.uniform(0, 3)];
    output_.ship_mode[line] = drawn_ship_modes_[streams.ship_mode.uniform(0, 6)];
  }

  Output output_;
  int64_t parts_;
  int64_t suppliers_;
  std::vector<uint8_t> drawn_return_flags_;
  uint8_t not_returned_;
  uint8_t open_;
  uint8_t filled_;
  std::vector<uint8_t> drawn_ship_instructions_;
  std::vector<uint8_t> drawn_ship_modes_;
};

// For each morsel of orders its first line, and last the number of all lines.
std::vector<int64_t> first_lines(int64_t orders) {
  std::vector<int64_t> firsts = {0};
  RandomStream counts = line_counts(0);
  int64_t lines = 0;
  for (int64_t order = 0; order < orders; ++order) {
    lines += counts.uniform(1, most_lines);
    counts.next_row();
    if ((order + 1) % orders_per_morsel == 0 || order + 1 == orders) firsts.push_back(lines);
  }
  return firsts;
}

}  // namespace

columns::Table generate_lineitem(double scale_factor, int threads) {
  assert(is_valid_scale_factor(scale_factor));
  int64_t orders = order_count(scale_factor);
  std::vector<int64_t> morsel_lines = first_lines(orders);
  columns::Table table(lineitem_schema(), morsel_lines.back());
  Generator generator(table, scale_factor);
  operators::MorselQueue morsels(orders, orders_per_morsel);
  operators::run_workers(threads, morsels, [&](int) {
    while (std::optional<operators::RowRange> range = morsels.take()) {
      int64_t morsel = range->first / orders_per_morsel;
      [[maybe_unused]] int64_t end = generator.write_orders(*range, morsel_lines[morsel]);
      assert(end == morsel_lines[morsel + 1]);
    }
  });
  return table;
}

int64_t expected_lineitem_bytes(double scale_factor) {
  int64_t bytes_per_row = 0;
  for (const columns::Field& field : lineitem_schema()) {
    bytes_per_row += columns::bytes_per_value(field.type.storage);
  }
  return order_count(scale_factor) * lines_per_order * bytes_per_row;
}

}  // namespace engine::tpch
