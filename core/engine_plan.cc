// Plans as callers hold them.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "alloc/accounting.h"
#include "arrow/c_data_interface.h"
#include "arrow/export.h"
#include "engine_state.h"
#include "execution/executor.h"
#include "plan/encoding.h"
#include "plan/explain.h"
#include "plan/plan_error.h"

namespace engine {
namespace {

constexpr double nanoseconds_of_millisecond = 1e6;
constexpr int64_t indent_of_step = 2;

// "1048 rows, 3.2 ms".
std::string note_of(const operators::Metrics& metrics) {
  std::array<char, 64> text;
  std::snprintf(text.data(), text.size(), "%lld rows, %.1f ms",
                static_cast<long long>(metrics.rows),
                static_cast<double>(metrics.nanoseconds) / nanoseconds_of_millisecond);
  return text.data();
}

// With the steps that allocated most, which is not what they hold, but where to look first.
std::string text_of(const operators::MemoryLimitExceeded& exceeded,
                    std::vector<StepMetrics> steps) {
  constexpr std::size_t most_steps = 3;
  std::ranges::sort(steps, std::ranges::greater(), &StepMetrics::allocated_bytes);
  std::string text = "the memory limit of " + std::to_string(exceeded.limit) +
                     " bytes is exceeded: " + std::to_string(exceeded.live) + " are live";
  std::string_view separator = "; most was allocated by: ";
  for (std::size_t i = 0; i < std::min(most_steps, steps.size()); ++i) {
    if (steps[i].allocated_bytes == 0) break;
    text += separator;
    text += steps[i].step + " (" + std::to_string(steps[i].allocated_bytes) + ")";
    separator = ", ";
  }
  return text;
}

}  // namespace

const std::shared_ptr<const columns::Table>& Plan::State::last_rows() const {
  if (!rows) throw Error("there are no rows: the plan has not been executed");
  return rows;
}

Plan::Plan(std::unique_ptr<State> state) : state_(std::move(state)) {}

Plan::~Plan() = default;

Plan::Plan(Plan&& other) noexcept = default;

Plan& Plan::operator=(Plan&& other) noexcept = default;

std::string Plan::encoded() const { return plan::encode(state_->node); }

std::string Plan::explained() const {
  if (!state_->metrics) return plan::explain(state_->node);
  return plan::explain(state_->node,
                       [&](const plan::Node& node) { return note_of(state_->metrics->of(node)); });
}

void Plan::execute() {
  const Context::State& context = state_->context;
  state_->rows.reset();
  state_->next_row = 0;
  state_->metrics = std::make_unique<execution::PlanMetrics>();
  state_->balance_before = alloc::balance();
  execution::Execution execution = context.execution;
  execution.cancellation = &state_->cancellation;
  operators::MemoryWatch memory(context.memory_limit);
  execution.memory = &memory;
  try {
    // Before and after too: not every step looks, and a request must not outlive its execution.
    state_->cancellation.check();
    auto rows = with_threads([&] {
      return std::make_shared<const columns::Table>(
          execution::result_of(state_->node, context.catalog, execution, *state_->metrics));
    });
    state_->cancellation.check();
    state_->rows = std::move(rows);
  } catch (const operators::Cancelled& cancelled) {
    state_->cancellation.withdraw();
    throw Cancelled(cancelled.what());
  } catch (const operators::MemoryLimitExceeded& exceeded) {
    throw Error(text_of(exceeded, metrics()));
  } catch (const plan::PlanError& failure) {
    throw Error(failure.what());
  }
}

void Plan::cancel() noexcept { state_->cancellation.request(); }

std::vector<StepMetrics> Plan::metrics() const {
  // The lines of the explanation and its notes come in the same order.
  std::vector<const plan::Node*> nodes;
  std::string text = plan::explain(state_->node, [&](const plan::Node& node) {
    nodes.push_back(&node);
    return std::string();
  });
  std::vector<StepMetrics> steps;
  std::size_t start = 0;
  for (const plan::Node* node : nodes) {
    std::size_t end = std::min(text.find('\n', start), text.size());
    std::size_t first = std::min(text.find_first_not_of(' ', start), end);
    operators::Metrics done = state_->metrics ? state_->metrics->of(*node) : operators::Metrics();
    steps.push_back(
        {.depth = static_cast<int>((first - start) / indent_of_step),
         .step = text.substr(first, end - first),
         .rows = done.rows,
         .batches = done.batches,
         .nanoseconds = done.nanoseconds,
         .allocations = done.allocations,
         .allocated_bytes = done.allocated_bytes,
         .peak_bytes = alloc::is_counting()
                           ? std::max<int64_t>(done.peak_balance - state_->balance_before, 0)
                           : alloc::unknown_bytes,
         .read_bytes = done.read_bytes});
    start = end + 1;
  }
  return steps;
}

int64_t Plan::row_count() const { return state_->last_rows()->row_count; }

int64_t Plan::next_batch(ArrowArray* array, ArrowSchema* schema) {
  if (array != nullptr) array->release = nullptr;
  if (schema != nullptr) schema->release = nullptr;
  const columns::Table& rows = *state_->last_rows();
  int64_t count = std::min(state_->context.execution.batch_size, rows.row_count - state_->next_row);
  if (count == 0) return 0;
  try {
    if (schema != nullptr) arrow::export_schema(rows.schema, schema);
    if (array != nullptr) arrow::export_batch(rows, state_->next_row, count, array);
  } catch (...) {
    if (schema != nullptr && schema->release != nullptr) schema->release(schema);
    throw;
  }
  state_->next_row += count;
  return count;
}

void Plan::export_stream(ArrowArrayStream* stream) const {
  stream->release = nullptr;
  arrow::export_stream(state_->last_rows(), state_->context.execution.batch_size, stream);
}

}  // namespace engine
