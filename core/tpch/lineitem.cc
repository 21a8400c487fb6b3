// The rules of lineitem. Lines belong to orders, so the work is shared out by order; where the
// lines of a morsel of orders go follows from the number of lines of all orders before it, which is
// drawn first.
#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>
#include <string_view>
#include <vector>

#include "tpch/comments.h"
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
constexpr CommentRule comment_rule = {
    .seed = 1095462486, .per_row = most_lines_of_order, .average_length = 27};

constexpr std::array<std::string_view, 3> return_flags = {"R", "A", "N"};
constexpr int32_t not_returned = 2;
constexpr std::array<std::string_view, 2> line_statuses = {"O", "F"};

// For each morsel of orders its first line, and last the number of all lines.
std::vector<int64_t> first_lines(const Morsels& morsels, int threads) {
  std::vector<int64_t> firsts(morsels.count() + 1);
  morsels.for_each(
      threads, [&](const Morsel& morsel) { firsts[morsel.number + 1] = count_lines(morsel.rows); });
  std::partial_sum(firsts.begin(), firsts.end(), firsts.begin());
  return firsts;
}

// Where the values of lines go. Shared by all workers, which write different lines.
class LineOutputs {
 public:
  LineOutputs(columns::Table& table, double scale_factor)
      : parts_(part_count(scale_factor)),
        suppliers_(supplier_count(scale_factor)),
        order_key_(table, "l_orderkey"),
        part_(table, "l_partkey"),
        supplier_(table, "l_suppkey"),
        number_(table, "l_linenumber"),
        quantity_(table, "l_quantity"),
        price_(table, "l_extendedprice"),
        discount_(table, "l_discount"),
        tax_(table, "l_tax"),
        return_flag_(table, "l_returnflag", return_flags),
        status_(table, "l_linestatus", line_statuses),
        ship_date_(table, "l_shipdate"),
        commit_date_(table, "l_commitdate"),
        receipt_date_(table, "l_receiptdate"),
        ship_instruction_(table, "l_shipinstruct", drawn_ship_instructions()),
        ship_mode_(table, "l_shipmode", drawn_ship_modes()) {}

  // All but the comments of the lines of some orders, the first one in row `line` of the table.
  void write(operators::RowRange orders, int64_t line) const {
    OrderLines lines(orders);
    write_keys(lines, orders, line);
    write_amounts(lines, line);
    write_dates(lines, line);
    if (ship_instruction_) ship_instruction_.copy(line, lines.ship_instructions());
    if (ship_mode_) ship_mode_.copy(line, lines.ship_modes());
  }

 private:
  using Values = OrderLines::Values;

  void write_keys(const OrderLines& lines, operators::RowRange orders, int64_t line) const {
    for (int64_t order = orders.first; order < orders.end; ++order) {
      int32_t count = lines.lines_of_order()[order - orders.first];
      for (int32_t number = 1; number <= count; ++number, ++line) {
        if (order_key_) order_key_.write(line, order_key(order));
        if (number_) *number_.at(line) = number;
      }
    }
  }

  void write_amounts(const OrderLines& lines, int64_t line) const {
    constexpr int64_t hundredths = 100;
    if (part_ || supplier_ || price_) {
      Values parts = lines.parts(parts_);
      if (part_) std::ranges::copy(parts, part_.at(line));
      if (supplier_) std::ranges::copy(lines.suppliers(parts, suppliers_), supplier_.at(line));
      if (price_) {
        std::ranges::transform(
            lines.quantities(), parts, price_.at(line),
            [](int64_t quantity, int64_t part) { return quantity * retail_price_in_cents(part); });
      }
    }
    if (quantity_) {
      std::ranges::transform(lines.quantities(), quantity_.at(line),
                             [](int64_t quantity) { return quantity * hundredths; });
    }
    if (discount_) std::ranges::copy(lines.discounts(), discount_.at(line));
    if (tax_) std::ranges::copy(lines.taxes(), tax_.at(line));
  }

  void write_dates(const OrderLines& lines, int64_t line) const {
    if (commit_date_) std::ranges::copy(lines.commit_dates(), commit_date_.at(line));
    if (!ship_date_ && !status_ && !receipt_date_ && !return_flag_) return;
    Values shipped = lines.ship_dates();
    if (ship_date_) std::ranges::copy(shipped, ship_date_.at(line));
    if (receipt_date_ || return_flag_) {
      Values received = lines.receipt_dates(shipped);
      if (receipt_date_) std::ranges::copy(received, receipt_date_.at(line));
      if (return_flag_) return_flag_.copy(line, lines.return_flags(received, not_returned));
    }
    if (status_) {
      std::ranges::transform(shipped, shipped.begin(),
                             [](int32_t date) { return date <= current_date; });
      status_.copy(line, shipped);
    }
  }

  const int64_t parts_, suppliers_;  // how many there are
  const KeyOutput order_key_;
  const Output<int32_t> part_, supplier_, number_;
  const Output<int64_t> quantity_, price_, discount_, tax_;
  const WordOutput return_flag_, status_;
  const Output<int32_t> ship_date_, commit_date_, receipt_date_;
  const WordOutput ship_instruction_, ship_mode_;
};

}  // namespace

columns::Table generate_lineitem(const Request& request, TextPoolSource& texts) {
  operators::RowRange orders = requested_rows(request, order_count(request.scale_factor));
  Morsels morsels(orders, orders_per_morsel);
  std::vector<int64_t> first_line = first_lines(morsels, request.threads);
  columns::Table table(requested_columns(request, lineitem_schema(request.scale_factor)),
                       first_line.back());
  LineOutputs outputs(table, request.scale_factor);
  CommentOutput comment(table, "l_comment", comment_rule);
  comment.finish(morsels.for_each_with_comments(
      request.threads, bool(comment), texts,
      [&](const Morsel& morsel) { outputs.write(morsel.rows, first_line[morsel.number]); },
      [&](const Morsel& morsel, const TextPool& pool) {
        comment.write(morsel.rows.first, OrderLines(morsel.rows).lines_of_order(),
                      first_line[morsel.number], pool);
      }));
  return table;
}

}  // namespace engine::tpch
