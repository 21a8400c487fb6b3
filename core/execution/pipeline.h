// A pipeline: rows of a relation that flow through operators without being kept, as far as some
// operator that needs all of them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "columns/attribute.h"
#include "operators/cancellation.h"
#include "operators/memory_watch.h"
#include "operators/operator.h"
#include "operators/relation.h"
#include "operators/sink.h"
#include "plan/node.h"

namespace engine::execution {

struct Execution {
  int threads;         // at least 1
  int64_t batch_size;  // rows an operator hands on at once
  // Null: the execution cannot be cancelled.
  const operators::Cancellation* cancellation = nullptr;
  // Null: the execution may take any memory, and does not log it.
  const operators::MemoryWatch* memory = nullptr;
};

// What each node of a plan has done, over all workers, its inputs apart.
class PlanMetrics {
 public:
  // Threads: may be called by any number at once.
  void add(const plan::Node& node, const operators::Metrics& metrics);

  // Zero for a node that has not run.
  operators::Metrics of(const plan::Node& node) const;

 private:
  mutable std::mutex mutex_;
  std::unordered_map<const plan::Node*, operators::Metrics> metrics_;
};

// Puts an operator on top of a worker's chain.
using AddOperator =
    std::function<std::unique_ptr<operators::Operator>(std::unique_ptr<operators::Operator>)>;

struct Pipeline {
  // Of all rows of a relation.
  Pipeline(std::shared_ptr<const operators::Relation> relation, const plan::Node& node);

  struct Step {
    const plan::Node* node;
    AddOperator add;
  };

  std::shared_ptr<const operators::Relation> source;
  std::vector<int64_t> positions;  // of the source's columns that are read
  // Whose rows the source's are; null: they have been counted as another pipeline's.
  const plan::Node* source_node;
  std::vector<Step> steps = {};

  // Of what the last step gives.
  columns::Attributes attributes;
  // For each, which column of the source it is unchanged; nothing: it is computed.
  std::vector<std::optional<int64_t>> origins;
  std::optional<int64_t> most_rows;  // nothing: unknown
  // The position of an ascending column of the source; no two morsels have the same value of it.
  std::optional<int64_t> whole_groups;
  // What strings may point into.
  std::vector<std::shared_ptr<const void>> owners;
};

using MakeSink = std::function<std::unique_ptr<operators::Sink>()>;

// Runs a pipeline on the execution's threads, each with a chain of operators and a sink of its own,
// and gives the sinks: null for threads that there was no work for, but never for the first.
// `sink_node`: to whom the sinks' costs go. Costs are added to the metrics also when this throws.
std::vector<std::unique_ptr<operators::Sink>> run(const Pipeline& pipeline,
                                                  const Execution& execution,
                                                  const MakeSink& make_sink,
                                                  const plan::Node& sink_node,
                                                  PlanMetrics& metrics);

}  // namespace engine::execution
