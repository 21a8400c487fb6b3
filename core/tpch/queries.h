// The TPC-H queries, with the specification's validation parameters.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "columns/table.h"
#include "operators/pipeline.h"

namespace engine::tpch {

// Pricing summary report: lines shipped by a date, summed up by return flag and status.
columns::Table q1(const columns::Table& lineitem, const operators::Execution& execution);
std::vector<std::string> columns_of_q1();

// Forecasting revenue change: what small discounted lines of a year would have earned without the
// discount.
columns::Table q6(const columns::Table& lineitem, const operators::Execution& execution);
std::vector<std::string> columns_of_q6();

struct Query {
  int number;
  columns::Table (*run)(const columns::Table& lineitem, const operators::Execution& execution);
  std::vector<std::string> (*columns)();  // those of lineitem without which it cannot run
};

// All that there are, by ascending number.
std::span<const Query> queries();

}  // namespace engine::tpch
