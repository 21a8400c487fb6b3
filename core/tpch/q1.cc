// Q1, pricing summary report: for lines shipped by 1998-09-02 (90 days before 1998-12-01), sums,
// averages and counts by return flag and line status, in their order.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "columns/date.h"
#include "operators/filter.h"
#include "operators/group_by.h"
#include "operators/project.h"
#include "operators/table_scan.h"
#include "tpch/queries.h"

namespace engine::tpch {
namespace {

constexpr int32_t last_ship_date = columns::date(1998, 12, 1) - 90;
constexpr int64_t one = 100;  // in units of a decimal of scale 2

std::unique_ptr<operators::Aggregation> pricing_summary(const columns::Table& lineitem,
                                                        operators::MorselQueue& morsels,
                                                        int64_t batch_size) {
  auto scan =
      std::make_unique<operators::TableScan>(lineitem, columns_of_q1(), morsels, batch_size);

  auto shipped = std::make_unique<operators::Filter>(
      std::move(scan), std::vector{operators::less_equal("l_shipdate", last_ship_date)});

  auto priced = std::make_unique<operators::Project>(
      std::move(shipped),
      std::vector{
          operators::subtract_from_constant("one_minus_discount", one, "l_discount"),
          operators::multiply("disc_price", "l_extendedprice", "one_minus_discount"),
          operators::add_to_constant("one_plus_tax", one, "l_tax"),
          operators::multiply("charge", "disc_price", "one_plus_tax"),
      });

  return std::make_unique<operators::GroupBy>(
      std::move(priced), std::vector<std::string>{"l_returnflag", "l_linestatus"},
      std::vector{
          operators::sum("sum_qty", "l_quantity"),
          operators::sum("sum_base_price", "l_extendedprice"),
          operators::sum("sum_disc_price", "disc_price"),
          operators::sum("sum_charge", "charge"),
          operators::average("avg_qty", "l_quantity"),
          operators::average("avg_price", "l_extendedprice"),
          operators::average("avg_disc", "l_discount"),
          operators::count("count_order"),
      });
}

}  // namespace

std::vector<std::string> columns_of_q1() {
  return {"l_shipdate",      "l_returnflag", "l_linestatus", "l_quantity",
          "l_extendedprice", "l_discount",   "l_tax"};
}

columns::Table q1(const columns::Table& lineitem, const operators::Execution& execution) {
  auto make_pipeline = [&](operators::MorselQueue& morsels) {
    return pricing_summary(lineitem, morsels, execution.batch_size);
  };
  return operators::run_pipelines(execution.threads, lineitem.row_count, make_pipeline);
}

}  // namespace engine::tpch
