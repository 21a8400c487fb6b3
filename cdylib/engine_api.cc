// The C entry points: each turns C arguments into one call of engine.h and back. Linkage and
// visibility come from the declarations in engine_api.h.
#include "engine_api.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arrow/c_data_interface.h"
#include "build_info_text.h"
#include "engine.h"
#include "guard.h"
#include "owned_stream.h"

struct engine_context {
  explicit engine_context(const engine::Options& options) : engine(options) {}
  engine::Context engine;
  std::string text;  // the last string given out, zero-terminated
};

struct engine_plan {
  explicit engine_plan(engine::Plan created) : plan(std::move(created)) {}
  engine::Plan plan;
  std::string text;  // the last string given out, zero-terminated
};

namespace {

using cdylib::Failure;
using cdylib::guarded;

int as_status(const Failure& failure) { return failure.status; }
const char* as_null_text(const Failure&) { return nullptr; }
int64_t as_minus_one(const Failure&) { return -1; }

engine_context& checked(engine_context* context) {
  if (context == nullptr) throw engine::Error("the context is NULL");
  return *context;
}

const char* checked(const char* name) {
  if (name == nullptr) throw engine::Error("the table name is NULL");
  return name;
}

engine::Plan& checked(engine_plan* plan) {
  if (plan == nullptr) throw engine::Error("the plan is NULL");
  return plan->plan;
}

template <class Struct>
Struct* checked_struct(Struct* out, const char* name) {
  if (out == nullptr) throw engine::Error(std::string("the ") + name + " is NULL");
  return out;
}

engine::TableOptions table_options(const engine_table_options& options) {
  engine::TableOptions chosen;
  chosen.scale_factor = options.scale_factor;
  if (options.part != 0 || options.parts != 0) {
    chosen.part = options.part;
    chosen.parts = options.parts;
  }
  if (options.columns != nullptr) {
    if (options.column_count < 1) throw engine::Error("no column is named; expected one or more");
    for (int64_t i = 0; i < options.column_count; ++i) {
      chosen.columns.emplace_back(checked_struct(options.columns[i], "name of a column"));
    }
  }
  return chosen;
}

template <class Create>
engine_plan* new_plan(const Create& create) {
  return guarded([&] { return new engine_plan(create()); },
                 [](const Failure&) -> engine_plan* { return nullptr; });
}

template <class Work>
int with_status(const Work& work) {
  return guarded(
      [&]() -> int {
        work();
        return ENGINE_OK;
      },
      as_status);
}

const char* handed_out(engine_context& context, std::string_view text) {
  context.text.assign(text);
  return context.text.c_str();
}

}  // namespace

const char* engine_version(void) { return engine::build_information().version; }

int32_t engine_abi_version(void) { return ENGINE_ABI_VERSION; }

const char* engine_build_info(void) { return cdylib::build_info_text(); }

int64_t engine_memory_balance(void) { return engine::memory_balance(); }

int engine_memory_usage(engine_memory* usage) {
  return with_status([&] {
    engine::MemoryUsage now = engine::memory_usage();
    *checked_struct(usage, "usage") = {.allocated = now.allocated,
                                       .peak = now.peak,
                                       .flushes = now.flushes,
                                       .unsized_deletes = now.unsized_deletes.value_or(-1),
                                       .design = now.design,
                                       .reason = now.reason,
                                       .backend = engine::memory_backend()};
  });
}

int engine_memory_log(int64_t seconds) {
  return with_status([&] { engine::log_memory_every(seconds); });
}

const char* engine_last_error(void) { return cdylib::last_error(); }

engine_context* engine_context_create(const engine_options* options) {
  return guarded(
      [&] {
        engine::Options chosen;
        if (options != nullptr) {
          chosen.threads = options->threads;
          if (options->batch_size != 0) chosen.batch_size = options->batch_size;
        }
        return new engine_context(chosen);
      },
      [](const Failure&) -> engine_context* { return nullptr; });
}

void engine_context_release(engine_context* context) { delete context; }

int engine_context_limit_memory(engine_context* context, int64_t bytes) {
  return with_status([&] { checked(context).engine.limit_memory(bytes); });
}

int engine_table_generate(engine_context* context, const char* name, double scale_factor) {
  return with_status([&] { checked(context).engine.generate_table(checked(name), scale_factor); });
}

int engine_table_generate_with(engine_context* context, const char* name,
                               const engine_table_options* options) {
  return with_status([&] {
    engine::TableOptions chosen = table_options(*checked_struct(options, "options"));
    checked(context).engine.generate_table(checked(name), chosen);
  });
}

int engine_table_import(engine_context* context, const char* name, ArrowArrayStream* stream) {
  return with_status([&] {
    // Released also when the other arguments are wrong.
    cdylib::OwnedStream owned(checked_struct(stream, "stream"));
    checked(context).engine.import_table(checked(name), owned.stream());
  });
}

int engine_table_drop(engine_context* context, const char* name) {
  return with_status([&] { checked(context).engine.drop_table(checked(name)); });
}

int64_t engine_table_rows(engine_context* context, const char* name) {
  return guarded([&] { return checked(context).engine.table_row_count(checked(name)); },
                 as_minus_one);
}

engine_plan* engine_plan_create(engine_context* context, const void* bytes, int64_t length) {
  return new_plan([&] {
    if (length < 0 || (bytes == nullptr && length > 0)) {
      throw engine::Error("the plan has " + std::to_string(length) + " bytes at " +
                          (bytes == nullptr ? "NULL" : "an address"));
    }
    return checked(context).engine.create_plan(
        std::string_view(static_cast<const char*>(bytes), static_cast<std::size_t>(length)));
  });
}

engine_plan* engine_plan_tpch(engine_context* context, int32_t number) {
  return new_plan([&] { return checked(context).engine.tpch_plan(number); });
}

void engine_plan_release(engine_plan* plan) { delete plan; }

const char* engine_plan_explain(engine_plan* plan) {
  return guarded(
      [&] {
        std::string text = checked(plan).explained();
        plan->text = std::move(text);
        return plan->text.c_str();
      },
      as_null_text);
}

int64_t engine_plan_encode(engine_plan* plan, void* buffer, int64_t capacity) {
  return guarded(
      [&] {
        std::string bytes = checked(plan).encoded();
        int64_t length = static_cast<int64_t>(bytes.size());
        if (buffer != nullptr && length <= capacity)
          std::memcpy(buffer, bytes.data(), bytes.size());
        return length;
      },
      as_minus_one);
}

int engine_plan_execute(engine_plan* plan) {
  return with_status([&] { checked(plan).execute(); });
}

void engine_plan_cancel(engine_plan* plan) {
  if (plan != nullptr) plan->plan.cancel();
}

int64_t engine_plan_rows(engine_plan* plan) {
  return guarded([&] { return checked(plan).row_count(); }, as_minus_one);
}

int64_t engine_plan_next(engine_plan* plan, ArrowArray* array, ArrowSchema* schema) {
  return guarded([&] { return checked(plan).next_batch(array, schema); }, as_minus_one);
}

int engine_plan_stream(engine_plan* plan, ArrowArrayStream* stream) {
  return with_status([&] { checked(plan).export_stream(checked_struct(stream, "stream")); });
}

int64_t engine_plan_step_count(engine_plan* plan) {
  return guarded([&] { return std::ssize(checked(plan).metrics()); }, as_minus_one);
}

int engine_plan_step(engine_plan* plan, int64_t index, engine_step_metrics* metrics) {
  return with_status([&] {
    std::vector<engine::StepMetrics> steps = checked(plan).metrics();
    engine_step_metrics& out = *checked_struct(metrics, "place for metrics");
    if (index < 0 || index >= std::ssize(steps)) {
      throw engine::Error("step " + std::to_string(index) + " is out of range; there are " +
                          std::to_string(steps.size()) + ", counted from 0");
    }
    engine::StepMetrics& step = steps[index];
    plan->text = std::move(step.step);
    out = {.depth = step.depth,
           .step = plan->text.c_str(),
           .rows = step.rows,
           .batches = step.batches,
           .nanoseconds = step.nanoseconds,
           .allocations = step.allocations,
           .allocated_bytes = step.allocated_bytes,
           .peak_bytes = step.peak_bytes,
           .read_bytes = step.read_bytes};
  });
}

int engine_query_run(engine_context* context, int32_t number) {
  return with_status([&] { checked(context).engine.run_query(number); });
}

int64_t engine_result_rows(engine_context* context) {
  return guarded([&] { return checked(context).engine.result_row_count(); }, as_minus_one);
}

int32_t engine_result_columns(engine_context* context) {
  return guarded([&]() -> int32_t { return checked(context).engine.result_column_count(); },
                 [](const Failure&) -> int32_t { return -1; });
}

const char* engine_result_column_name(engine_context* context, int32_t column) {
  return guarded(
      [&] {
        engine_context& known = checked(context);
        return handed_out(known, known.engine.result_column_name(column));
      },
      as_null_text);
}

const char* engine_result_field(engine_context* context, int64_t row, int32_t column) {
  return guarded(
      [&] {
        engine_context& known = checked(context);
        return handed_out(known, known.engine.result_field(row, column));
      },
      as_null_text);
}

const char* engine_result_text(engine_context* context) {
  return guarded(
      [&] {
        engine_context& known = checked(context);
        return handed_out(known, known.engine.result_text());
      },
      as_null_text);
}

const char* engine_result_hash(engine_context* context) {
  return guarded(
      [&] {
        engine_context& known = checked(context);
        return handed_out(known, known.engine.result_hash());
      },
      as_null_text);
}
