// Q6, forecasting revenue change: the sum of price times discount over lines shipped in 1994 with a
// discount of 0.05 to 0.07 and a quantity below 24.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "columns/date.h"
#include "operators/filter.h"
#include "operators/project.h"
#include "operators/scalar_aggregate.h"
#include "operators/table_scan.h"
#include "tpch/queries.h"

namespace engine::tpch {
namespace {

std::vector<operators::Condition> small_discounted_lines_of_1994() {
  constexpr int64_t hundredths = 100;
  return {
      operators::between("l_shipdate", columns::date(1994, 1, 1), columns::date(1994, 12, 31)),
      operators::between("l_discount", 5, 7),
      operators::less("l_quantity", 24 * hundredths),
  };
}

std::unique_ptr<operators::Aggregation> forecast_revenue(const columns::Table& lineitem,
                                                         operators::MorselQueue& morsels,
                                                         int64_t batch_size) {
  auto scan =
      std::make_unique<operators::TableScan>(lineitem, columns_of_q6(), morsels, batch_size);
  auto lines =
      std::make_unique<operators::Filter>(std::move(scan), small_discounted_lines_of_1994());
  auto discounts = std::make_unique<operators::Project>(
      std::move(lines),
      std::vector{operators::multiply("discount_given", "l_extendedprice", "l_discount")});
  return std::make_unique<operators::ScalarAggregate>(
      std::move(discounts),
      std::vector{operators::Sum{.name = "revenue", .column = "discount_given"}});
}

}  // namespace

std::vector<std::string> columns_of_q6() {
  return {"l_shipdate", "l_discount", "l_quantity", "l_extendedprice"};
}

columns::Table q6(const columns::Table& lineitem, const operators::Execution& execution) {
  auto make_pipeline = [&](operators::MorselQueue& morsels) {
    return forecast_revenue(lineitem, morsels, execution.batch_size);
  };
  return operators::run_pipelines(execution.threads, lineitem.row_count, make_pipeline);
}

}  // namespace engine::tpch
