// Runs plans: reads the build sides of joins, chooses operators from what the statistics say, and
// sends the rows of each pipeline through them.
#pragma once

#include "columns/table.h"
#include "execution/catalog.h"
#include "execution/pipeline.h"
#include "plan/node.h"

namespace engine::execution {

// The plan's rows. They are the same for any number of threads and any batch size, but for the
// order of groups, which only a sort fixes. Throws plan::PlanError when the plan is not valid
// (plan/validate.h) or does not suit the tables, std::system_error when threads cannot be started.
columns::Table result_of(const plan::Node& plan, const Catalog& catalog, const Execution& execution,
                         PlanMetrics& metrics);

}  // namespace engine::execution
