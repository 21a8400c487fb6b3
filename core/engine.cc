// The engine's context: checks what callers ask for, and keeps the tables and the last result.
#include "engine.h"

#include <sched.h>
#include <sys/sysinfo.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <span>
#include <thread>

#include "alloc/accounting.h"
#include "arrow/import.h"
#include "columns/delimited_reader.h"
#include "columns/file_error.h"
#include "columns/table.h"
#include "engine_state.h"
#include "operators/memory_watch.h"
#include "plan/encoding.h"
#include "plan/plan_error.h"
#include "tpch/queries.h"
#include "tpch/scale.h"
#include "tpch/tables.h"
#include "tpch/tbl_writer.h"
#include "tpch/text_pool.h"

namespace engine {
namespace {

constexpr int most_threads = 1'024;
constexpr int smallest_batch = 64;
constexpr int largest_batch = 8'192;
constexpr int64_t most_parts = 1'000'000;
constexpr int64_t gibibyte = int64_t{1} << 30;

// Those this process may run on, which a container or taskset makes fewer than the machine has.
int available_processors() {
  cpu_set_t processors;
  int count = sched_getaffinity(0, sizeof processors, &processors) == 0
                  ? CPU_COUNT(&processors)
                  : static_cast<int>(std::thread::hardware_concurrency());
  return std::clamp(count, 1, most_threads);
}

execution::Execution checked(const Options& options) {
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

const tpch::TableDefinition& known_table(std::string_view name) {
  const tpch::TableDefinition* table = tpch::find_table(name);
  if (table != nullptr) return *table;
  std::string known;
  for (const tpch::TableDefinition& each : tpch::tables()) {
    known += (known.empty() ? "" : ", ") + std::string(each.name);
  }
  throw Error("unknown table \"" + std::string(name) + "\"; known: " + known);
}

void require_valid_scale_factor(double scale_factor) {
  if (tpch::is_valid_scale_factor(scale_factor)) return;
  throw Error("scale factor is " + number_text(scale_factor) + "; expected " +
              number_text(tpch::smallest_scale_factor) + " to " +
              number_text(tpch::largest_scale_factor));
}

void require_known_part(int64_t part, int64_t parts) {
  if (1 <= part && part <= parts && parts <= most_parts) return;
  throw Error("part is " + std::to_string(part) + " of " + std::to_string(parts) +
              "; expected 1 to the number of parts, which is at most " +
              std::to_string(most_parts));
}

void require_known_columns(const tpch::TableDefinition& table, const TableOptions& options) {
  columns::Schema schema = table.schema(options.scale_factor);
  for (const std::string& name : options.columns) {
    if (columns::find_position(schema, name)) continue;
    std::string known;
    for (const columns::Field& field : schema) known += (known.empty() ? "" : ", ") + field.name;
    throw Error("unknown column \"" + name + "\" of " + std::string(table.name) +
                "; known: " + known);
  }
}

// Most allocations beyond what there is succeed, and the process is killed when it writes to them.
void require_memory_for(const tpch::TableDefinition& table, const tpch::Request& request) {
  int64_t bytes = tpch::expected_bytes(table, request);
  struct sysinfo machine;
  if (sysinfo(&machine) != 0) return;
  int64_t memory = static_cast<int64_t>(machine.totalram + machine.totalswap) * machine.mem_unit;
  if (bytes <= memory) return;
  throw Error(std::string(table.name) + " needs about " + std::to_string(bytes / gibibyte) +
              " GiB of memory; the machine has " + std::to_string(memory / gibibyte) + " GiB");
}

const tpch::Query& known_query(int number) {
  std::span<const tpch::Query> queries = tpch::queries();
  auto found = std::ranges::find(queries, number, &tpch::Query::number);
  if (found != queries.end()) return *found;
  throw Error("unknown query " + std::to_string(number) +
              "; known: " + std::to_string(queries.front().number) + " to " +
              std::to_string(queries.back().number));
}

void require_index(const char* what, int64_t index, int64_t count) {
  if (index >= 0 && index < count) return;
  throw Error(std::string(what) + " " + std::to_string(index) + " is out of range; there are " +
              std::to_string(count) + ", counted from 0");
}

}  // namespace

const columns::Table& Context::State::table(std::string_view name) const {
  auto found = catalog.find(name);
  if (found != catalog.end()) return found->second.table;
  throw Error("there is no table \"" + std::string(name) + '"');
}

const columns::Table& Context::State::last_rows() const {
  if (!rows) throw Error("there is no result: no query has run");
  return *rows;
}

const Result& Context::State::last_result() {
  const columns::Table& last = last_rows();
  if (!result) result = Result(last);
  return *result;
}

Context::Context(const Options& options) : state_(std::make_unique<State>(checked(options))) {}

Context::~Context() = default;

void Context::generate_table(std::string_view name, double scale_factor) {
  generate_table(name, TableOptions{.scale_factor = scale_factor});
}

void Context::generate_table(std::string_view name, const TableOptions& options) {
  const tpch::TableDefinition& definition = known_table(name);
  require_valid_scale_factor(options.scale_factor);
  require_known_part(options.part, options.parts);
  require_known_columns(definition, options);
  tpch::Request request = {.scale_factor = options.scale_factor,
                           .part = options.part,
                           .parts = options.parts,
                           .columns = options.columns,
                           .threads = state_->execution.threads};
  require_memory_for(definition, request);
  // First, so that the old table and the new one are never in memory together.
  drop_table(definition.name);
  with_threads([&] {
    state_->catalog.emplace(definition.name,
                            execution::StoredTable(definition.generate(request, state_->texts)));
  });
}

void Context::read_table(std::string_view name, const std::string& path, FileFormat format) {
  const tpch::TableDefinition& definition = known_table(name);
  const columns::DelimitedFormat& delimited =
      format == FileFormat::csv ? columns::csv_format : columns::tbl_format;
  try {
    columns::Schema schema = definition.schema(tpch::largest_scale_factor);
    state_->catalog.insert_or_assign(
        std::string(definition.name),
        execution::StoredTable(columns::read_delimited(path, delimited, schema)));
  } catch (const columns::FileError& failure) {
    throw Error(failure.what());
  }
}

void Context::write_table(std::string_view name, const std::string& path) const {
  const columns::Table& table = state_->table(known_table(name).name);
  try {
    with_threads([&] { tpch::write_tbl_file(table, state_->execution.threads, path); });
  } catch (const columns::FileError& failure) {
    throw Error(failure.what());
  }
}

void Context::import_table(std::string_view name, ArrowArrayStream* stream) {
  if (name.empty()) {
    stream->release(stream);
    throw Error("a table's name is empty");
  }
  try {
    columns::Table table = arrow::import_table(stream);
    state_->catalog.insert_or_assign(std::string(name), execution::StoredTable(std::move(table)));
  } catch (const arrow::ImportError& failure) {
    throw Error("table \"" + std::string(name) + "\": " + failure.what());
  }
}

void Context::drop_table(std::string_view name) {
  auto found = state_->catalog.find(name);
  if (found != state_->catalog.end()) state_->catalog.erase(found);
}

int64_t Context::table_row_count(std::string_view name) const {
  return state_->table(name).row_count;
}

Plan Context::create_plan(std::string_view bytes) {
  try {
    return Plan(std::make_unique<Plan::State>(*state_, plan::decode(bytes)));
  } catch (const plan::PlanError& failure) {
    throw Error(std::string("the plan's bytes: ") + failure.what());
  }
}

Plan Context::tpch_plan(int number) {
  const tpch::Query& query = known_query(number);
  auto supplier = state_->catalog.find("supplier");
  tpch::QueryParameters parameters = {
      .supplier_count = supplier == state_->catalog.end() ? 0 : supplier->second.table.row_count};
  return Plan(std::make_unique<Plan::State>(*state_, query.plan(parameters)));
}

void Context::run_query(int number) {
  Plan plan = tpch_plan(number);
  try {
    plan.execute();
  } catch (const Error& failure) {
    throw Error("query " + std::to_string(number) + ": " + failure.what());
  }
  state_->result.reset();
  state_->rows = plan.state_->rows;
}

int64_t Context::result_row_count() const { return state_->last_rows().row_count; }

int Context::result_column_count() const {
  return static_cast<int>(state_->last_rows().columns.size());
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

int64_t memory_balance() noexcept { return alloc::exact_balance(); }

namespace {

void require_counting(const char* what) {
  if (alloc::is_counting()) return;
  throw Error(std::string(what) +
              ": this library does not count its memory, since its host owns "
              "operators new and delete");
}

}  // namespace

void Context::limit_memory(int64_t bytes) {
  require_counting("the memory limit");
  if (bytes < 0) {
    throw Error("the memory limit is " + std::to_string(bytes) + "; expected 0 or more bytes");
  }
  state_->memory_limit = bytes;
}

void log_memory_every(int64_t seconds) {
  require_counting("the log of memory");
  if (seconds < 0) {
    throw Error("the interval is " + std::to_string(seconds) + "; expected 0 or more seconds");
  }
  operators::set_memory_log_interval(seconds);
}

MemoryUsage memory_usage() noexcept {
  alloc::Usage usage = alloc::usage();
  return {.allocated = usage.allocated,
          .peak = usage.peak,
          .flushes = usage.flushes,
          .unsized_deletes = usage.unsized_deletes,
          .design = usage.design.data(),
          .reason = usage.reason.data()};
}

const char* memory_backend() noexcept { return alloc::backend_name().data(); }

}  // namespace engine
