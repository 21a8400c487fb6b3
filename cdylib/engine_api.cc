// The C entry points: each turns C arguments into one call of engine.h and back. Linkage and
// visibility come from the declarations in engine_api.h.
#include "engine_api.h"

#include <cstdint>
#include <string>
#include <string_view>

#include "build_info_text.h"
#include "engine.h"
#include "guard.h"

struct engine_context {
  explicit engine_context(const engine::Options& options) : engine(options) {}
  engine::Context engine;
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

const char* handed_out(engine_context& context, std::string_view text) {
  context.text.assign(text);
  return context.text.c_str();
}

}  // namespace

const char* engine_version(void) { return engine::build_information().version; }

int32_t engine_abi_version(void) { return ENGINE_ABI_VERSION; }

const char* engine_build_info(void) { return cdylib::build_info_text(); }

int64_t engine_memory_balance(void) { return engine::memory_balance(); }

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

int engine_table_generate(engine_context* context, const char* name, double scale_factor) {
  return guarded(
      [&]() -> int {
        checked(context).engine.generate_table(checked(name), scale_factor);
        return ENGINE_OK;
      },
      as_status);
}

int64_t engine_table_rows(engine_context* context, const char* name) {
  return guarded([&] { return checked(context).engine.table_row_count(checked(name)); },
                 as_minus_one);
}

int engine_query_run(engine_context* context, int32_t number) {
  return guarded(
      [&]() -> int {
        checked(context).engine.run_query(number);
        return ENGINE_OK;
      },
      as_status);
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
