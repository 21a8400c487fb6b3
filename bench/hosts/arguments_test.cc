// Arguments that are wrong, and calls in a wrong order: each ends in an error with a text, and
// leaves nothing behind.
#include <cstring>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "arrow/c_data_interface.h"
#include "hosts/engine_for_test.h"

namespace host {
namespace {

constexpr engine_table_options one_whole_table = {1, 0, 0, nullptr, 0};

TEST_F(EngineApi, TellsOfNoContext) {
  engine_table_options table = one_whole_table;
  expect_error(engine().table_generate(nullptr, "nation", 1));
  expect_error(engine().table_generate_with(nullptr, "nation", &table));
  expect_error(engine().table_drop(nullptr, "nation"));
  expect_no_count(engine().table_rows(nullptr, "nation"));
  expect_null(engine().plan_create(nullptr, "plan", 4));
  expect_null(engine().plan_tpch(nullptr, 1));
  expect_error(engine().query_run(nullptr, 1));
  expect_no_count(engine().result_rows(nullptr));
  expect_no_count(engine().result_columns(nullptr));
  expect_null(engine().result_column_name(nullptr, 0));
  expect_null(engine().result_field(nullptr, 0, 0));
  expect_null(engine().result_text(nullptr));
  expect_null(engine().result_hash(nullptr));
  engine().context_release(nullptr);
}

TEST_F(EngineApi, TellsOfNoPlan) {
  ArrowArray array = {};
  ArrowSchema schema = {};
  ArrowArrayStream stream = {};
  engine_step_metrics metrics = {};
  expect_null(engine().plan_explain(nullptr));
  expect_no_count(engine().plan_encode(nullptr, nullptr, 0));
  expect_error(engine().plan_execute(nullptr));
  expect_no_count(engine().plan_rows(nullptr));
  expect_no_count(engine().plan_next(nullptr, &array, &schema));
  expect_error(engine().plan_stream(nullptr, &stream));
  expect_no_count(engine().plan_step_count(nullptr));
  expect_error(engine().plan_step(nullptr, 0, &metrics));
  engine().plan_cancel(nullptr);
  engine().plan_release(nullptr);
}

TEST_F(EngineApi, TellsOfNoNameAndNoStruct) {
  Context context = new_context();
  engine_table_options table = one_whole_table;
  ArrowArrayStream released = {};
  expect_error(engine().table_generate(context.get(), nullptr, 1));
  expect_error(engine().table_generate_with(context.get(), nullptr, &table));
  expect_error(engine().table_generate_with(context.get(), "nation", nullptr));
  expect_error(engine().table_import(context.get(), "t", nullptr));
  expect_error(engine().table_import(context.get(), "t", &released));
  expect_error(engine().table_drop(context.get(), nullptr));
  expect_no_count(engine().table_rows(context.get(), nullptr));
  expect_null(engine().plan_create(context.get(), nullptr, 4));
  Plan plan = tpch_plan(context, 1);
  expect_error(engine().plan_stream(plan.get(), nullptr));
  expect_error(engine().plan_step(plan.get(), 0, nullptr));
}

TEST_F(EngineApi, TellsOfOptionsOutOfRange) {
  for (engine_options wrong : {engine_options{-1, 0}, engine_options{1'000'000, 0},
                               engine_options{1, 63}, engine_options{1, 8'193}}) {
    expect_null(engine().context_create(&wrong));
  }
}

TEST_F(EngineApi, TellsOfScaleFactorsOutOfRange) {
  Context context = new_context();
  using Limits = std::numeric_limits<double>;
  for (double wrong : {0.0, -1.0, 0.009, 1'000.1, 1e9, Limits::max(), Limits::infinity(),
                       -Limits::infinity(), Limits::quiet_NaN()}) {
    expect_error(engine().table_generate(context.get(), "nation", wrong));
  }
}

TEST_F(EngineApi, TellsOfTablesPartsAndColumnsThatDoNotExist) {
  Context context = new_context();
  for (const char* name : {"", "Nation", "nation ", "\xff\xfe", "lineitem\n"}) {
    expect_error(engine().table_generate(context.get(), name, 1));
    expect_no_count(engine().table_rows(context.get(), name));
  }
  auto generate = [&](const engine_table_options& options) {
    return engine().table_generate_with(context.get(), "nation", &options);
  };
  for (auto [part, parts] : {std::pair{0, 5}, {6, 5}, {-1, 5}, {1, -5}, {1, 0}, {1, 2'000'000}}) {
    expect_error(generate({1, part, parts, nullptr, 0}));
  }
  const char* names[] = {"n_name", nullptr, "n_nothing"};
  for (int64_t count : {-1, 0, 2, 3}) {
    expect_error(generate({1, 0, 0, names, count}));
  }
  expect_error(generate({1, 0, 0, names + 2, 1}));
}

TEST_F(EngineApi, TellsOfCallsInAWrongOrder) {
  Context context = new_context();
  expect_no_count(engine().result_rows(context.get()));
  expect_null(engine().result_text(context.get()));
  expect_null(engine().result_hash(context.get()));
  expect_error(engine().query_run(context.get(), 1));
  Plan plan = tpch_plan(context, 6);
  ArrowArray array;
  std::memset(&array, 0xee, sizeof array);
  ArrowSchema schema;
  std::memset(&schema, 0xee, sizeof schema);
  for (int time : {1, 2}) {
    expect_no_count(engine().plan_rows(plan.get()));
    expect_no_count(engine().plan_next(plan.get(), &array, &schema));
    EXPECT_EQ(array.release, nullptr) << time;
    EXPECT_EQ(schema.release, nullptr);
    ArrowArrayStream stream = {};
    expect_error(engine().plan_stream(plan.get(), &stream));
    expect_error(engine().plan_execute(plan.get()));  // there are no tables
  }
}

TEST_F(EngineApi, TellsOfQueriesFieldsAndStepsThatDoNotExist) {
  Context context = new_context();
  generate(context, "lineitem", 0.01,
           {"l_shipdate", "l_discount", "l_quantity", "l_extendedprice"});
  ASSERT_EQ(engine().query_run(context.get(), 6), ENGINE_OK) << engine().last_error();
  for (int query : {0, -1, 23, std::numeric_limits<int>::max()}) {
    expect_null(engine().plan_tpch(context.get(), query));
    expect_error(engine().query_run(context.get(), query));
  }
  for (int wrong : {-1, 1, std::numeric_limits<int>::min()}) {
    expect_null(engine().result_column_name(context.get(), wrong));
    expect_null(engine().result_field(context.get(), wrong, 0));
    expect_null(engine().result_field(context.get(), 0, wrong));
  }
  Plan plan = tpch_plan(context, 6);
  engine_step_metrics metrics = {};
  EXPECT_EQ(engine().plan_step_count(plan.get()), 3);
  for (int64_t wrong : {int64_t{-1}, int64_t{3}, std::numeric_limits<int64_t>::max()}) {
    expect_error(engine().plan_step(plan.get(), wrong, &metrics));
  }
}

TEST_F(EngineApi, KeepsErrorsOfThreadsApart) {
  expect_error(engine().query_run(nullptr, 1));
  std::string here = engine().last_error();
  std::thread([] {
    EXPECT_STREQ(engine().last_error(), "");
    expect_no_count(engine().plan_rows(nullptr));
  }).join();
  EXPECT_EQ(engine().last_error(), here);
  new_context();
  EXPECT_STREQ(engine().last_error(), "");
}

}  // namespace
}  // namespace host
