// Filling the workers' aggregations and merging them.
#include "operators/pipeline.h"

#include <vector>

#include "operators/workers.h"

namespace engine::operators {
namespace {

// A few dozen batches: long enough to make taking one free, and still 92 of them in 6 million rows.
constexpr int64_t rows_per_morsel = 65'536;

}  // namespace

columns::Table run_pipelines(int threads, int64_t row_count, const MakePipeline& make_pipeline) {
  MorselQueue morsels(row_count, rows_per_morsel);
  std::vector<std::unique_ptr<Aggregation>> pipelines(threads);
  run_workers(threads, morsels, [&](int worker) {
    pipelines[worker] = make_pipeline(morsels);
    pipelines[worker]->consume_input();
  });
  Aggregation& total = *pipelines[0];
  for (int worker = 1; worker < threads; ++worker) {
    // Null where there were fewer morsels than threads.
    if (pipelines[worker]) total.merge(*pipelines[worker]);
  }
  return total.result();
}

}  // namespace engine::operators
