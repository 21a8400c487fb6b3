// The engine's context: checks what callers ask for, and keeps the table and the last result.
#include "engine.h"

#include <gnu/libc-version.h>
#include <sched.h>
#include <sys/sysinfo.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <optional>
#include <system_error>
#include <thread>

#include "alloc/accounting.h"
#include "columns/table.h"
#include "operators/pipeline.h"
#include "result.h"
#include "tpch/lineitem.h"
#include "tpch/queries.h"
#include "tpch/scale.h"

namespace engine {
namespace {

constexpr int most_threads = 1'024;
constexpr int smallest_batch = 64;
constexpr int largest_batch = 8'192;
constexpr int64_t gibibyte = int64_t{1} << 30;

// Those this process may run on, which a container or taskset makes fewer than the machine has.
int available_processors() {
  cpu_set_t processors;
  int count = sched_getaffinity(0, sizeof processors, &processors) == 0
                  ? CPU_COUNT(&processors)
                  : static_cast<int>(std::thread::hardware_concurrency());
  return std::clamp(count, 1, most_threads);
}

operators::Execution checked(const Options& options) {
  if (options.threads < 0 || options.threads > most_threads) {
    throw Error("threads is " + std::to_string(options.threads) +
                "; expected 0 (one for each processor) to " + std::to_string(most_threads));
  }
  if (options.batch_size < smallest_batch || options.batch_size > largest_batch) {
    throw Error("batch size is " + std::to_string(options.batch_size) + "; expected " +
                std::to_string(smallest_batch) + " to " + std::to_string(largest_batch));
  }
  int threads = options.threads != 0 ? options.threads : available_processors();
  return {.threads = threads, .batch_size = options.batch_size};
}

std::string number_text(double number) {
  std::array<char, 32> text;
  std::to_chars_result end = std::to_chars(text.data(), text.data() + text.size(), number);
  return std::string(text.data(), end.ptr);
}

void require_known_table(std::string_view name) {
  if (name == "lineitem") return;
  throw Error("unknown table \"" + std::string(name) + "\"; known: lineitem");
}

void require_valid_scale_factor(double scale_factor) {
  if (tpch::is_valid_scale_factor(scale_factor)) return;
  throw Error("scale factor is " + number_text(scale_factor) + "; expected " +
              number_text(tpch::smallest_scale_factor) + " to " +
              number_text(tpch::largest_scale_factor));
}

// Most allocations beyond what there is succeed, and the process is killed when it writes to them.
void require_memory_for(int64_t bytes) {
  struct sysinfo machine;
  if (sysinfo(&machine) != 0) return;
  int64_t memory = static_cast<int64_t>(machine.totalram + machine.totalswap) * machine.mem_unit;
  if (bytes <= memory) return;
  throw Error("lineitem needs about " + std::to_string(bytes / gibibyte) +
              " GiB of memory; the machine has " + std::to_string(memory / gibibyte) + " GiB");
}

const tpch::Query& known_query(int number) {
  std::string known;
  for (const tpch::Query& query : tpch::queries()) {
    if (query.number == number) return query;
    known += (known.empty() ? "" : ", ") + std::to_string(query.number);
  }
  throw Error("unknown query " + std::to_string(number) + "; known: " + known);
}

void require_index(const char* what, int64_t index, int64_t count) {
  if (index >= 0 && index < count) return;
  throw Error(std::string(what) + " " + std::to_string(index) + " is out of range; there are " +
              std::to_string(count) + ", counted from 0");
}

[[noreturn]] void throw_cannot_start_threads(const std::system_error& failure) {
  throw Error(std::string("cannot start worker threads: ") + failure.what());
}

}  // namespace

struct Context::State {
  const columns::Table& generated_lineitem() const {
    if (!lineitem) throw Error("table lineitem has not been generated");
    return *lineitem;
  }

  const Result& last_result() const {
    if (!result) throw Error("there is no result: no query has run");
    return *result;
  }

  operators::Execution execution;
  std::optional<columns::Table> lineitem = {};
  std::optional<Result> result = {};
};

Context::Context(const Options& options)
    : state_(std::make_unique<State>(State{.execution = checked(options)})) {}

Context::~Context() = default;

void Context::generate_table(std::string_view name, double scale_factor) {
  require_known_table(name);
  require_valid_scale_factor(scale_factor);
  require_memory_for(tpch::expected_lineitem_bytes(scale_factor));
  // First, so that the old table and the new one are never in memory together.
  state_->lineitem.reset();
  try {
    state_->lineitem = tpch::generate_lineitem(scale_factor, state_->execution.threads);
  } catch (const std::system_error& failure) {
    throw_cannot_start_threads(failure);
  }
}

int64_t Context::table_row_count(std::string_view name) const {
  require_known_table(name);
  return state_->generated_lineitem().row_count;
}

void Context::run_query(int number) {
  const tpch::Query& query = known_query(number);
  const columns::Table& lineitem = state_->generated_lineitem();
  try {
    state_->result = Result(query.run(lineitem, state_->execution));
  } catch (const std::system_error& failure) {
    throw_cannot_start_threads(failure);
  }
}

int64_t Context::result_row_count() const { return state_->last_result().row_count; }

int Context::result_column_count() const {
  return static_cast<int>(state_->last_result().column_names.size());
}

std::string_view Context::result_column_name(int column) const {
  require_index("result column", column, result_column_count());
  return state_->last_result().column_names[column];
}

std::string_view Context::result_field(int64_t row, int column) const {
  require_index("result row", row, result_row_count());
  require_index("result column", column, result_column_count());
  return state_->last_result().fields[row * result_column_count() + column];
}

std::string_view Context::result_text() const { return state_->last_result().text; }

std::string_view Context::result_hash() const { return state_->last_result().hash; }

int64_t memory_balance() noexcept {
  alloc::settle();
  return alloc::balance();
}

const char* memory_backend() noexcept {
  // Not a std::string: whatever this allocated would stay in the balance.
  static const std::array<char, 32> backend = [] {
    std::array<char, 32> text;
    std::snprintf(text.data(), text.size(), "glibc %s", gnu_get_libc_version());
    return text;
  }();
  return backend.data();
}

const char* counter_design() noexcept { return "thread_drift"; }

}  // namespace engine
