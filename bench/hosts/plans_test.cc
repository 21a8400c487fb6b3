// Plans from anywhere, executions that are ended from outside, and results that outlive what they
// came from.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <thread>

#include "arrow/c_data_interface.h"
#include "hosts/arrow_text.h"
#include "hosts/engine_for_test.h"
#include "hosts/query_tables.h"

namespace host {
namespace {

constexpr int query_count = 22;
constexpr double small = 0.01;  // scale factor

void generate_small_tables(const Context& context) {
  for (const QueryTable& table : query_tables()) {
    std::vector<const char*> columns;
    for (const std::string& column : table.columns) columns.push_back(column.c_str());
    // Names and keys of customers and suppliers are enough, and quick to make.
    if (table.name == "supplier") columns = {"s_suppkey", "s_name", "s_nationkey", "s_acctbal"};
    if (table.name == "customer") columns = {"c_custkey", "c_name", "c_nationkey", "c_mktsegment"};
    if (table.name == "orders") columns.pop_back();  // the comment
    generate(context, table.name.c_str(), small, columns);
  }
}

// From a block of just that size, so that reading on would be seen.
Plan new_plan_from_tight_block(const Context& context, std::string_view bytes) {
  auto block = std::make_unique<char[]>(bytes.size());
  std::ranges::copy(bytes, block.get());
  return new_plan(context, {block.get(), bytes.size()});
}

// Either works, or fails as it should.
void execute_if_it_can_be(const Plan& plan) {
  if (plan == nullptr) return expect_error_text();
  int status = engine().plan_execute(plan.get());
  if (status == ENGINE_OK) {
    EXPECT_GE(engine().plan_rows(plan.get()), 0);
    take_canonical_text(engine(), plan.get());
  } else {
    expect_error(status);
  }
}

TEST_F(EngineApi, EndsAnExecutionBeyondTheMemoryLimitAndNamesItsSteps) {
  for (int threads : {1, 2}) {
    Context context = new_context(threads);
    generate(context, "lineitem", small, {"l_linenumber"});
    Plan pairs = new_plan(context, plan_of(pairs_of_lines()));
    Plan few = new_plan(context, plan_of(lines()));
    int64_t live = engine().memory_balance();
    int64_t limit = live + (int64_t{64} << 20);
    ASSERT_EQ(engine().context_limit_memory(context.get(), limit), ENGINE_OK);
    expect_error(engine().plan_execute(pairs.get()));
    std::string text = engine().last_error();
    EXPECT_TRUE(
        text.starts_with("the memory limit of " + std::to_string(limit) + " bytes is exceeded: "))
        << text;
    EXPECT_NE(text.find("most was allocated by: join inner on l_linenumber = other ("),
              std::string::npos)
        << text;
    // All that it took, which went on until the next look, is back.
    int64_t at_most = std::stoll(text.substr(text.find(": ") + 2));
    EXPECT_LT(at_most, limit + (int64_t{32} << 20)) << text;
    EXPECT_LT(engine().memory_balance(), live + (int64_t{1} << 20));
    EXPECT_EQ(engine().plan_execute(few.get()), ENGINE_OK);
    EXPECT_EQ(engine().context_limit_memory(context.get(), 0), ENGINE_OK);
    expect_error(engine().context_limit_memory(context.get(), -1));
    expect_error(engine().context_limit_memory(nullptr, 1));
  }
}

TEST_F(EngineApi, TellsWhatItsMemoryIs) {
  Context context = new_context();
  generate(context, "lineitem", small, {"l_linenumber"});
  engine_memory usage;
  ASSERT_EQ(engine().memory_usage(&usage), ENGINE_OK);
  EXPECT_EQ(usage.allocated, engine().memory_balance());
  EXPECT_GE(usage.peak, usage.allocated);
  EXPECT_STRNE(usage.design, "none");
  EXPECT_NE(std::string(engine().build_info()).find(std::string("counter=") + usage.design),
            std::string::npos);
  expect_error(engine().memory_usage(nullptr));
  expect_error(engine().memory_log(-1));
}

// One line: the next one would come a second later.
TEST_F(EngineApi, WritesALineAboutItsMemoryWhenAsked) {
  Context context = new_context(1);
  generate(context, "lineitem", small, {"l_linenumber"});
  std::string count = '\3' + list({}) + list({'\0' + text("lines") + '\0'}) + lines();
  Plan few = new_plan(context, plan_of(count));
  testing::internal::CaptureStderr();
  engine().plan_execute(few.get());
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  ASSERT_EQ(engine().memory_log(1), ENGINE_OK);
  testing::internal::CaptureStderr();
  std::this_thread::sleep_for(std::chrono::milliseconds(2'100));
  engine().plan_execute(few.get());
  std::string line = testing::internal::GetCapturedStderr();
  EXPECT_TRUE(line.starts_with("engine: ")) << line;
  EXPECT_NE(line.find(" bytes are live, about "), std::string::npos) << line;
  EXPECT_EQ(std::ranges::count(line, '\n'), 1);
  EXPECT_EQ(engine().memory_log(0), ENGINE_OK);
}

TEST_F(EngineApi, TellsOfPlansThatAreCutShort) {
  Context context = new_context();
  for (int query = 1; query <= query_count; ++query) {
    std::string bytes = encoded(tpch_plan(context, query));
    for (std::size_t length = 0; length < bytes.size(); ++length) {
      expect_null(new_plan_from_tight_block(context, bytes.substr(0, length)).get());
    }
    EXPECT_NE(new_plan_from_tight_block(context, bytes), nullptr) << engine().last_error();
    expect_null(new_plan_from_tight_block(context, bytes + '\0').get());
  }
  expect_null(engine().plan_create(context.get(), "plan", -1));
}

TEST_F(EngineApi, TakesRandomBytes) {
  Context context = new_context();
  std::mt19937 random(1);
  for (int round = 0; round < 20'000; ++round) {
    std::string bytes = round % 2 == 0 ? "" : "plan\1";
    for (int length = static_cast<int>(random() % 60); length > 0; --length) {
      bytes += static_cast<char>(round % 4 == 1 ? random() % 9 : random());
    }
    execute_if_it_can_be(new_plan_from_tight_block(context, bytes));
  }
}

TEST_F(EngineApi, TakesPlansWithAWrongByte) {
  Context context = new_context();
  generate_small_tables(context);
  std::mt19937 random(2);
  for (int query = 1; query <= query_count; ++query) {
    std::string bytes = encoded(tpch_plan(context, query));
    for (int round = 0; round < 40; ++round) {
      std::string wrong = bytes;
      wrong[random() % wrong.size()] = static_cast<char>(round % 2 == 0 ? random() % 9 : random());
      execute_if_it_can_be(new_plan_from_tight_block(context, wrong));
    }
  }
}

TEST_F(EngineApi, WritesPlansOnlyWhereThereIsRoom) {
  Context context = new_context();
  Plan plan = tpch_plan(context, 3);
  std::string bytes = encoded(plan);
  int64_t length = std::ssize(bytes);
  std::string buffer(bytes.size() - 1, '?');
  std::string untouched = buffer;
  EXPECT_EQ(engine().plan_encode(plan.get(), buffer.data(), length - 1), length);
  EXPECT_EQ(engine().plan_encode(plan.get(), buffer.data(), -1), length);
  EXPECT_EQ(engine().plan_encode(plan.get(), nullptr, length), length);
  EXPECT_EQ(buffer, untouched);
  EXPECT_EQ(encoded(new_plan(context, bytes)), bytes);
}

// A pair takes about a nanosecond, so the whole plan would take a minute.
TEST_F(EngineApi, EndsACancelledExecutionSoon) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::seconds soon(2);
  for (int threads : {1, 2}) {
    Context context = new_context(threads);
    generate(context, "lineitem", 0.1, {"l_linenumber"});
    Plan plan = new_plan(context, count_of_pairs());
    ASSERT_NE(plan, nullptr) << engine().last_error();
    Clock::time_point ended;
    std::thread executing([&] {
      EXPECT_EQ(engine().plan_execute(plan.get()), ENGINE_CANCELLED);
      ended = Clock::now();
      expect_error_text();
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    Clock::time_point cancelled = Clock::now();
    engine().plan_cancel(plan.get());
    executing.join();
    EXPECT_GT(ended, cancelled);
    EXPECT_LT(ended - cancelled, soon);
    expect_no_count(engine().plan_rows(plan.get()));
  }
}

TEST_F(EngineApi, EndsTheNextExecutionWhenCancelledBeforeIt) {
  Context context = new_context();
  generate(context, "lineitem", small, {"l_linenumber"});
  std::string groups = '\3' + list({text("l_linenumber")}) + list({}) + lines();
  for (const std::string& node : {lines(), groups}) {
    Plan plan = new_plan(context, plan_of(node));
    engine().plan_cancel(plan.get());
    engine().plan_cancel(plan.get());
    EXPECT_EQ(engine().plan_execute(plan.get()), ENGINE_CANCELLED);
    expect_error_text();
    EXPECT_EQ(engine().plan_execute(plan.get()), ENGINE_OK) << engine().last_error();
    EXPECT_EQ(engine().plan_rows(plan.get()), node == groups ? 7 : 60'175);
  }
}

TEST_F(EngineApi, HandsOutWhatOutlivesPlanAndContext) {
  Context context = new_context();
  generate(context, "lineitem", small, {"l_linenumber"});
  Plan plan = new_plan(context, plan_of(lines()));
  ASSERT_EQ(engine().plan_execute(plan.get()), ENGINE_OK) << engine().last_error();
  ArrowArray array = {};
  ArrowSchema schema = {};
  ArrowArrayStream stream = {};
  ASSERT_EQ(engine().plan_next(plan.get(), &array, &schema), 1'024);
  ASSERT_EQ(engine().plan_stream(plan.get(), &stream), ENGINE_OK);
  plan.reset();
  context.reset();
  ArrowArray streamed = {};
  ASSERT_EQ(stream.get_next(&stream, &streamed), 0);
  stream.release(&stream);
  const auto* first = static_cast<const int32_t*>(array.children[0]->buffers[1]);
  const auto* second = static_cast<const int32_t*>(streamed.children[0]->buffers[1]);
  EXPECT_TRUE(std::equal(first, first + array.length, second));
  EXPECT_STREQ(schema.children[0]->name, "l_linenumber");
  schema.release(&schema);
  array.release(&array);
  std::thread([&] { streamed.release(&streamed); }).join();
}

TEST_F(EngineApi, HandsOutEitherStructAlone) {
  Context context = new_context();
  generate(context, "lineitem", small, {"l_linenumber"});
  Plan plan = new_plan(context, plan_of(lines()));
  ASSERT_EQ(engine().plan_execute(plan.get()), ENGINE_OK);
  ArrowArray array = {};
  ArrowSchema schema = {};
  EXPECT_EQ(engine().plan_next(plan.get(), &array, nullptr), 1'024);
  EXPECT_EQ(engine().plan_next(plan.get(), nullptr, &schema), 1'024);
  array.release(&array);
  schema.release(&schema);
  while (engine().plan_next(plan.get(), nullptr, nullptr) > 0) {
  }
  EXPECT_EQ(engine().plan_next(plan.get(), &array, &schema), 0);
  EXPECT_EQ(array.release, nullptr);
  EXPECT_EQ(schema.release, nullptr);
}

TEST_F(EngineApi, ServesTwoThreadsWithAContextEach) {
  auto work = [] {
    Context context = new_context();
    generate(context, "lineitem", small, {"l_linenumber"});
    Plan plan = new_plan(context, plan_of(lines()));
    EXPECT_EQ(engine().plan_execute(plan.get()), ENGINE_OK) << engine().last_error();
    EXPECT_EQ(engine().plan_rows(plan.get()), 60'175);
    expect_error(engine().query_run(context.get(), 1));
  };
  std::thread other(work);
  work();
  other.join();
}

}  // namespace
}  // namespace host
