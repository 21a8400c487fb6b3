// Times the TPC-H-derived queries over the engine in this process: each is warmed up once and then
// run `--benchmark_repetitions` times (5 unless said otherwise), and its median, least and most are
// given. Results are TPC-H-derived and not comparable to published TPC results.
//
// One iteration is one execution of the plan; the rows stay in the engine. "bytes" are those of the
// table columns that the plan reads, each as often as it reads them; beside the time they say how
// far it is from what memory gives (a core of the machines at hand reads 25 to 33 GB/s). Texts are
// not in them: of query 13, which searches 73 MB of comments, most bytes are missing.
#include <benchmark/benchmark.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <numeric>
#include <string>
#include <vector>

#include "engine.h"
#include "hosts/query_tables.h"

namespace {

struct Arguments {
  double scale_factor = 1;
  int threads = 0;
  int batch_size = engine::Options{}.batch_size;
  std::vector<int> queries;
};

void run_query(benchmark::State& state, engine::Context& context, int query) {
  engine::Plan plan = context.tpch_plan(query);
  plan.execute();
  for ([[maybe_unused]] auto iteration : state) plan.execute();
  int64_t bytes = 0;
  int64_t allocations = 0;
  for (const engine::StepMetrics& step : plan.metrics()) {
    bytes += step.read_bytes;
    allocations += step.allocations;
  }
  state.SetBytesProcessed(state.iterations() * bytes);
  state.counters["rows"] = static_cast<double>(plan.row_count());
  state.counters["bytes"] = static_cast<double>(bytes);
  state.counters["allocations"] = static_cast<double>(allocations);
}

double least(const std::vector<double>& values) { return *std::ranges::min_element(values); }
double most(const std::vector<double>& values) { return *std::ranges::max_element(values); }

void add_benchmarks(const Arguments& arguments, engine::Context& context) {
  for (int query : arguments.queries) {
    std::string name = "Q" + std::to_string(query);
    benchmark::RegisterBenchmark(
        name.c_str(),
        [&context, query](benchmark::State& state) { run_query(state, context, query); })
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime()
        ->Iterations(1)
        ->ComputeStatistics("least", least)
        ->ComputeStatistics("most", most)
        ->DisplayAggregatesOnly();
  }
}

void run(const Arguments& arguments) {
  engine::Context context({.threads = arguments.threads, .batch_size = arguments.batch_size});
  for (const host::QueryTable& table : host::query_tables()) {
    context.generate_table(table.name,
                           {.scale_factor = arguments.scale_factor, .columns = table.columns});
  }
  add_benchmarks(arguments, context);
  benchmark::AddCustomContext("scale_factor", std::to_string(arguments.scale_factor));
  benchmark::AddCustomContext("threads", std::to_string(arguments.threads));
  benchmark::AddCustomContext("batch_size", std::to_string(arguments.batch_size));
  benchmark::AddCustomContext("lto", engine::build_information().lto);
  benchmark::AddCustomContext("results", "TPC-H-derived, not comparable to published TPC results");
  benchmark::RunSpecifiedBenchmarks();
}

}  // namespace

int main(int argc, char** argv) {
  // First, so that the caller's own option, which comes later, holds.
  std::string repetitions = "--benchmark_repetitions=5";
  std::vector<char*> all(argv, argv + argc);
  all.insert(all.begin() + 1, repetitions.data());
  argc = static_cast<int>(all.size());
  argv = all.data();
  // Takes its own options out; what is left is for us.
  benchmark::Initialize(&argc, argv);
  Arguments arguments;
  arguments.queries.resize(22);
  std::iota(arguments.queries.begin(), arguments.queries.end(), 1);
  CLI::App app{"Times the TPC-H-derived queries; takes Google Benchmark's options too."};
  app.add_option("--scale-factor", arguments.scale_factor, "0.01 to 1000")->capture_default_str();
  app.add_option("--threads", arguments.threads, "worker threads; 0: one for each processor")
      ->capture_default_str();
  app.add_option("--batch-size", arguments.batch_size, "rows in a batch, 64 to 8192")
      ->capture_default_str();
  app.add_option("--queries", arguments.queries,
                 "numbers, with commas between; all 22 if not given")
      ->delimiter(',');
  CLI11_PARSE(app, argc, argv);
  try {
    run(arguments);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "tpch: %s\n", error.what());
    return 1;
  }
  return 0;
}
