// Dealing morsels out to workers.
#include "execution/pipeline.h"

#include <numeric>
#include <utility>

#include "operators/morsel_queue.h"
#include "operators/relation_scan.h"
#include "operators/workers.h"

namespace engine::execution {
namespace {

// A few dozen batches: long enough to make taking one free, and still 92 of them in 6 million rows.
constexpr int64_t rows_per_morsel = 65'536;

// Operators from the source up, each with its node; null: nobody's costs.
using Chain = std::vector<std::pair<const plan::Node*, const operators::Operator*>>;

// Adds what a worker's operators and its sink cost, from its construction to its destruction.
class WorkerCosts {
 public:
  WorkerCosts(const operators::Operator& top, const Chain& chain, const plan::Node& sink_node,
              PlanMetrics& metrics)
      : top_(top), chain_(chain), sink_node_(sink_node), metrics_(metrics) {}
  ~WorkerCosts() {
    metrics_.add(sink_node_, meter_.cost().without(top_.metrics()));
    operators::Metrics below;
    for (const auto& [node, each] : chain_) {
      if (node != nullptr) metrics_.add(*node, each->metrics().without(below));
      below = each->metrics();
    }
  }
  WorkerCosts(const WorkerCosts&) = delete;
  WorkerCosts& operator=(const WorkerCosts&) = delete;

 private:
  const operators::Operator& top_;
  const Chain& chain_;
  const plan::Node& sink_node_;
  PlanMetrics& metrics_;
  operators::CostMeter meter_;
};

}  // namespace

void PlanMetrics::add(const plan::Node& node, const operators::Metrics& metrics) {
  std::lock_guard lock(mutex_);
  metrics_[&node] += metrics;
}

operators::Metrics PlanMetrics::of(const plan::Node& node) const {
  std::lock_guard lock(mutex_);
  auto found = metrics_.find(&node);
  return found == metrics_.end() ? operators::Metrics() : found->second;
}

Pipeline::Pipeline(std::shared_ptr<const operators::Relation> relation, const plan::Node& node)
    : source(std::move(relation)),
      positions(source->attributes.size()),
      source_node(&node),
      attributes(source->attributes),
      most_rows(source->row_count) {
  std::iota(positions.begin(), positions.end(), 0);
  origins.assign(positions.begin(), positions.end());
  if (source->owner) owners.push_back(source->owner);
}

std::vector<std::unique_ptr<operators::Sink>> run(const Pipeline& pipeline,
                                                  const Execution& execution,
                                                  const MakeSink& make_sink,
                                                  const plan::Node& sink_node,
                                                  PlanMetrics& metrics) {
  operators::MorselQueue morsels(pipeline.source->row_count, rows_per_morsel);
  std::vector<std::unique_ptr<operators::Sink>> sinks(execution.threads);
  operators::run_workers(execution.threads, morsels, [&](int worker) {
    sinks[worker] = make_sink();
    Chain chain;
    std::unique_ptr<operators::Operator> top = std::make_unique<operators::RelationScan>(
        pipeline.source, pipeline.positions, pipeline.whole_groups, morsels, execution.batch_size,
        execution.cancellation, execution.memory);
    chain.emplace_back(pipeline.source_node, top.get());
    for (const Pipeline::Step& step : pipeline.steps) {
      top = step.add(std::move(top));
      chain.emplace_back(step.node, top.get());
    }
    // Also of a worker that ends early: what it has cost so far is asked for then.
    WorkerCosts costs(*top, chain, sink_node, metrics);
    while (std::optional<columns::Batch> batch = top->next()) {
      // Here too: from few rows of a scan a join can make many.
      if (execution.cancellation != nullptr) execution.cancellation->check();
      if (execution.memory != nullptr) execution.memory->check_batch();
      sinks[worker]->consume(*batch);
    }
    sinks[worker]->finish_consuming();
  });
  return sinks;
}

}  // namespace engine::execution
