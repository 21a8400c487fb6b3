// Opening the last node of a plan, and handing its rows out.
#include "execution/executor.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "execution/plan_opener.h"
#include "plan/validate.h"

namespace engine::execution {
namespace {

using operators::Relation;

// The columns of a relation in the order that the plan gives them.
Relation in_order(const Relation& relation, const std::vector<std::string>& names) {
  Relation result = {.row_count = relation.row_count, .owner = relation.owner};
  for (const std::string& name : names) {
    int64_t position = *columns::find_position(relation.attributes, name);
    result.attributes.push_back(relation.attributes[position]);
    result.columns.push_back(relation.columns[position]);
  }
  return result;
}

}  // namespace

columns::Table result_of(const plan::Node& plan, const Catalog& catalog, const Execution& execution,
                         PlanMetrics& metrics) {
  plan::validate(plan);
  std::vector<std::string> names = plan::output_names(plan);
  PlanOpener opener(plan, catalog, execution, metrics);
  std::shared_ptr<const Relation> rows = opener.rows_of(plan, Names(names.begin(), names.end()));
  return operators::table_of(in_order(*rows, names));
}

}  // namespace engine::execution
