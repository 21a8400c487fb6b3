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
    std::vector<std::pair<const plan::Node*, const operators::Operator*>> chain;
    std::unique_ptr<operators::Operator> top = std::make_unique<operators::RelationScan>(
        pipeline.source, pipeline.positions, pipeline.whole_groups, morsels, execution.batch_size,
        execution.cancellation);
    chain.emplace_back(pipeline.source_node, top.get());
    for (const Pipeline::Step& step : pipeline.steps) {
      top = step.add(std::move(top));
      chain.emplace_back(step.node, top.get());
    }
    operators::CostMeter meter;
    while (std::optional<columns::Batch> batch = top->next()) {
      // Here too: from few rows of a scan a join can make many.
      if (execution.cancellation != nullptr) execution.cancellation->check();
      sinks[worker]->consume(*batch);
    }
    sinks[worker]->finish_consuming();
    metrics.add(sink_node, meter.cost().without(top->metrics()));
    operators::Metrics below;
    for (const auto& [node, each] : chain) {
      if (node != nullptr) metrics.add(*node, each->metrics().without(below));
      below = each->metrics();
    }
  });
  return sinks;
}

}  // namespace engine::execution
