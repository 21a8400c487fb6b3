// Runs a plan: one pipeline for each worker over a shared queue of morsels, then the merged result.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "columns/table.h"
#include "operators/aggregation.h"
#include "operators/morsel_queue.h"

namespace engine::operators {

struct Execution {
  int threads;         // at least 1
  int64_t batch_size;  // rows an operator hands on at once
};

// Makes one worker's pipeline, which takes its rows from the queue. Called on the worker's thread.
using MakePipeline = std::function<std::unique_ptr<Aggregation>(MorselQueue& morsels)>;

// The result over `row_count` rows; the same for any number of threads, since aggregates are exact.
columns::Table run_pipelines(int threads, int64_t row_count, const MakePipeline& make_pipeline);

}  // namespace engine::operators
