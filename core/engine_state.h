// What a context keeps, for the files that implement engine.h.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "columns/table.h"
#include "engine.h"
#include "execution/catalog.h"
#include "execution/pipeline.h"
#include "plan/node.h"
#include "result.h"
#include "tpch/text_pool.h"

namespace engine {

struct Context::State {
  explicit State(const execution::Execution& chosen) : execution(chosen) {}

  const columns::Table& table(std::string_view name) const;
  const columns::Table& last_rows() const;
  // Printed when it is first asked for.
  const Result& last_result();

  execution::Execution execution;
  int64_t memory_limit = 0;  // 0: none
  tpch::TextPoolSource texts = {};
  execution::Catalog catalog = {};
  std::shared_ptr<const columns::Table> rows = {};  // of the last query
  std::optional<Result> result = {};                // the same, printed
};

struct Plan::State {
  State(const Context::State& owner, plan::Node root) : context(owner), node(std::move(root)) {}

  const std::shared_ptr<const columns::Table>& last_rows() const;

  const Context::State& context;
  const plan::Node node;  // whose address the metrics know
  operators::Cancellation cancellation = {};
  std::unique_ptr<execution::PlanMetrics> metrics = {};  // null: no execution yet
  int64_t balance_before = 0;                            // of the execution
  std::shared_ptr<const columns::Table> rows = {};       // null: none
  int64_t next_row = 0;                                  // to be handed out
};

// Runs an action; what it throws when threads cannot be started becomes an Error.
template <class Action>
auto with_threads(const Action& action) -> decltype(action()) {
  try {
    return action();
  } catch (const std::system_error& failure) {
    throw Error(std::string("cannot start worker threads: ") + failure.what());
  }
}

}  // namespace engine
