// The engine as its callers see it: answers, refusals, and memory that comes back.
#include "engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <new>
#include <string>
#include <thread>

namespace engine {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::StartsWith;
using testing::StrEq;

constexpr int64_t lineitem_rows = 60'175;       // at scale factor 0.01
constexpr int64_t lineitem_bytes_per_row = 80;  // of all columns
constexpr int64_t text_pool_bytes = 300 * 1024 * 1024;

// For tests that need no comments: the text that they are pieces of takes its time.
TableOptions lineitem_without_comment(double scale_factor) {
  return {.scale_factor = scale_factor,
          .columns = {"l_shipdate", "l_returnflag", "l_linestatus", "l_quantity", "l_extendedprice",
                      "l_discount", "l_tax"}};
}

// The message with which an action is refused; empty when it is not.
std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Engine, AnswersQueriesOverTheTableItGenerated) {
  Context context({.threads = 2, .batch_size = 256});
  context.generate_table("lineitem", lineitem_without_comment(0.01));
  EXPECT_EQ(context.table_row_count("lineitem"), lineitem_rows);
  context.run_query(1);
  EXPECT_EQ(context.result_row_count(), 4);
  EXPECT_EQ(context.result_column_count(), 10);
  EXPECT_EQ(context.result_column_name(9), "count_order");
  EXPECT_EQ(context.result_field(0, 0), "A");
  EXPECT_EQ(context.result_field(3, 1), "F");
  EXPECT_THAT(std::string(context.result_text()), StartsWith("A|F|380456.00|"));
  std::string hash_of_q1(context.result_hash());
  context.run_query(6);
  EXPECT_EQ(context.result_text(), "1193053.23\n");
  EXPECT_NE(context.result_hash(), hash_of_q1);
}

TEST(Engine, ReplacesATableOfTheSameName) {
  Context context({.threads = 1});
  context.generate_table("lineitem", lineitem_without_comment(0.02));
  context.generate_table("lineitem", lineitem_without_comment(0.01));
  EXPECT_EQ(context.table_row_count("lineitem"), lineitem_rows);
}

TEST(Engine, ContextsDoNotShareTables) {
  Context one({.threads = 1});
  Context other({.threads = 1});
  one.generate_table("lineitem", lineitem_without_comment(0.01));
  EXPECT_THAT(refusal([&] { other.run_query(6); }), HasSubstr("there is no table \"lineitem\""));
}

TEST(Engine, ContextsOfDifferentThreadsRunAtOnce) {
  auto answer = [](std::string& text) {
    Context context({.threads = 2});
    context.generate_table("lineitem", lineitem_without_comment(0.01));
    context.run_query(6);
    text = context.result_text();
  };
  std::string first;
  std::string second;
  std::thread other(answer, std::ref(first));
  answer(second);
  other.join();
  EXPECT_EQ(first, "1193053.23\n");
  EXPECT_EQ(second, "1193053.23\n");
}

TEST(Engine, SaysSoWhenThreadsCannotBeStartedAndStaysUsable) {
  pthread_attr_t usual;
  pthread_attr_t impossible;
  ASSERT_EQ(pthread_getattr_default_np(&usual), 0);
  ASSERT_EQ(pthread_getattr_default_np(&impossible), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&impossible, std::size_t{1} << 46), 0);
  Context context({.threads = 2});
  ASSERT_EQ(pthread_setattr_default_np(&impossible), 0);
  EXPECT_THAT(refusal([&] { context.generate_table("lineitem", lineitem_without_comment(0.01)); }),
              StartsWith("cannot start worker threads: "));
  ASSERT_EQ(pthread_setattr_default_np(&usual), 0);
  context.generate_table("lineitem", lineitem_without_comment(0.01));
  context.run_query(6);
  EXPECT_EQ(context.result_text(), "1193053.23\n");
}

TEST(Engine, RefusesOptionsOutOfRangeAndSaysTheRange) {
  EXPECT_EQ(refusal([] { Context({.threads = -1}); }),
            "threads is -1; expected 0 (one for each processor) to 1024");
  EXPECT_THAT(refusal([] { Context({.threads = 1'025}); }), HasSubstr("threads is 1025"));
  EXPECT_EQ(refusal([] { Context({.batch_size = 63}); }), "batch size is 63; expected 64 to 8192");
  EXPECT_THAT(refusal([] { Context({.batch_size = 8'193}); }), HasSubstr("8193"));
}

TEST(Engine, TakesOptionsAtTheEndsOfTheRange) {
  EXPECT_NO_THROW(Context({.threads = 0, .batch_size = 64}));
  EXPECT_NO_THROW(Context({.threads = 1'024, .batch_size = 8'192}));
}

TEST(Engine, RefusesScaleFactorsOutOfRange) {
  Context context({});
  auto generating = [&](double scale_factor) {
    return refusal([&] { context.generate_table("lineitem", scale_factor); });
  };
  EXPECT_EQ(generating(0), "scale factor is 0; expected 0.01 to 1000");
  EXPECT_EQ(generating(-1), "scale factor is -1; expected 0.01 to 1000");
  EXPECT_EQ(generating(1e9), "scale factor is 1e+09; expected 0.01 to 1000");
  EXPECT_EQ(generating(NAN), "scale factor is nan; expected 0.01 to 1000");
}

TEST(Engine, RefusesNamesAndNumbersItDoesNotKnow) {
  Context context({});
  EXPECT_EQ(refusal([&] { context.generate_table("order", 1); }),
            "unknown table \"order\"; known: customer, lineitem, nation, orders, part, partsupp, "
            "region, supplier");
  EXPECT_EQ(refusal([&] { context.table_row_count(""); }), "there is no table \"\"");
  EXPECT_EQ(refusal([&] { context.drop_table("x"); }), "");
  EXPECT_EQ(refusal([&] { context.generate_table("region", {.columns = {"r_name", "name"}}); }),
            "unknown column \"name\" of region; known: r_regionkey, r_name, r_comment");
  EXPECT_EQ(refusal([&] { context.run_query(23); }), "unknown query 23; known: 1 to 22");
}

TEST(Engine, RefusesStepsOutOfOrder) {
  Context context({});
  EXPECT_EQ(refusal([&] { context.run_query(1); }),
            "query 1: scan: there is no table \"lineitem\"");
  EXPECT_EQ(refusal([&] { context.table_row_count("lineitem"); }),
            "there is no table \"lineitem\"");
  EXPECT_EQ(refusal([&] { context.result_text(); }), "there is no result: no query has run");
  EXPECT_EQ(refusal([&] { context.result_field(0, 0); }), "there is no result: no query has run");
}

TEST(Engine, RefusesResultIndexesOutOfRange) {
  Context context({.threads = 1});
  context.generate_table("lineitem", lineitem_without_comment(0.01));
  context.run_query(6);
  EXPECT_EQ(refusal([&] { context.result_field(1, 0); }),
            "result row 1 is out of range; there are 1, counted from 0");
  EXPECT_THAT(refusal([&] { context.result_field(-1, 0); }), HasSubstr("result row -1"));
  EXPECT_THAT(refusal([&] { context.result_field(0, 1); }), HasSubstr("result column 1"));
  EXPECT_THAT(refusal([&] { context.result_column_name(-1); }), HasSubstr("result column -1"));
}

TEST(Engine, KeepsTheLastResultWhenAQueryIsRefused) {
  Context context({.threads = 1});
  context.generate_table("lineitem", lineitem_without_comment(0.01));
  context.run_query(6);
  EXPECT_THROW(context.run_query(99), Error);
  EXPECT_EQ(context.result_text(), "1193053.23\n");
}

TEST(Engine, RefusesPartsThatThereAreNot) {
  Context context({});
  auto generating = [&](int64_t part, int64_t parts) {
    return refusal([&] { context.generate_table("region", {.part = part, .parts = parts}); });
  };
  EXPECT_EQ(generating(0, 2),
            "part is 0 of 2; expected 1 to the number of parts, which is at most 1000000");
  EXPECT_THAT(generating(3, 2), StartsWith("part is 3 of 2"));
  EXPECT_THAT(generating(1, 0), StartsWith("part is 1 of 0"));
  EXPECT_THAT(generating(1, 1'000'001), StartsWith("part is 1 of 1000001"));
}

TEST(Engine, QueriesNeedTheirColumns) {
  Context context({.threads = 1});
  context.generate_table("lineitem", {.scale_factor = 0.01, .columns = {"l_shipdate", "l_tax"}});
  EXPECT_EQ(refusal([&] { context.run_query(6); }),
            "query 6: scan: table \"lineitem\" has no column \"l_discount\"");
}

// A path of this process alone, removed in the end.
struct File {
  ~File() { std::filesystem::remove(path); }
  std::string path =
      std::filesystem::temp_directory_path() / ("engine_test." + std::to_string(getpid()) + ".tbl");
};

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Engine, ReadsBackWhatItWrote) {
  File file;
  Context context({.threads = 2});
  context.generate_table("region", 0.01);  // keeps the text for the others
  Context reader({.threads = 1});
  for (const char* table :
       {"customer", "lineitem", "nation", "orders", "part", "partsupp", "region", "supplier"}) {
    context.generate_table(table, 0.01);
    context.write_table(table, file.path);
    std::string written = bytes_of(file.path);
    reader.read_table(table, file.path, FileFormat::tbl);
    EXPECT_EQ(reader.table_row_count(table), context.table_row_count(table));
    reader.write_table(table, file.path);
    EXPECT_TRUE(bytes_of(file.path) == written) << table;
  }
  reader.run_query(6);
  EXPECT_EQ(reader.result_text(), "1193053.23\n");
}

TEST(Engine, KeepsTheOldTableWhenAFileIsWrong) {
  File file;
  std::ofstream(file.path) << "0,AFRICA,\"one, two\"\n1,ATLANTIS,three\n";
  Context context({.threads = 1});
  context.generate_table("region", {.columns = {"r_name"}});
  EXPECT_EQ(refusal([&] { context.read_table("region", file.path, FileFormat::csv); }),
            file.path +
                ":2: column r_name: found \"ATLANTIS\", expected one of \"AFRICA\", "
                "\"AMERICA\", \"ASIA\", \"EUROPE\", \"MIDDLE EAST\"");
  EXPECT_EQ(context.table_row_count("region"), 5);
  std::ofstream(file.path) << "0,AFRICA,\"one, two\"\n";
  context.read_table("region", file.path, FileFormat::csv);
  EXPECT_EQ(context.table_row_count("region"), 1);
}

TEST(Engine, SaysWhichFilesItCannotUse) {
  Context context({.threads = 1});
  EXPECT_EQ(refusal([&] { context.write_table("region", "/dev/null"); }),
            "there is no table \"region\"");
  context.generate_table("region", {.columns = {"r_name"}});
  EXPECT_EQ(refusal([&] { context.write_table("region", "/nowhere/region.tbl"); }),
            "/nowhere/region.tbl: cannot be written: No such file or directory");
  EXPECT_EQ(refusal([&] { context.read_table("region", "/nowhere/region.tbl", FileFormat::tbl); }),
            "/nowhere/region.tbl: cannot be read: No such file or directory");
}

TEST(Memory, BalanceHoldsTheTableAndReturnsWithTheContext) {
  int64_t before = memory_balance();
  {
    Context context({.threads = 2, .batch_size = 64});
    context.generate_table("lineitem", 0.01);
    int64_t with_table = memory_balance() - before;
    int64_t expected = lineitem_rows * lineitem_bytes_per_row + text_pool_bytes;
    EXPECT_GE(with_table, expected);
    // The text is a large buffer, which begins at a huge page; what is free behind it counts too.
    constexpr int64_t huge_page = 2 * 1024 * 1024;
    EXPECT_LE(with_table, expected + huge_page + 1'000'000);
    context.run_query(1);
    context.run_query(6);
    EXPECT_NEAR(memory_balance() - before, with_table, 10'000);
  }
  EXPECT_EQ(memory_balance(), before);
}

TEST(Memory, TablesOfAContextShareTheirTextAndTheLastOneFreesIt) {
  Context context({.threads = 2});
  int64_t before = memory_balance();
  for (const char* table :
       {"region", "nation", "supplier", "customer", "part", "partsupp", "orders"})
    context.generate_table(table, 0.01);
  EXPECT_LT(memory_balance() - before, text_pool_bytes + 10'000'000);
  for (const char* table : {"region", "nation", "supplier", "customer", "part", "partsupp"})
    context.drop_table(table);
  EXPECT_GT(memory_balance() - before, text_pool_bytes);
  context.drop_table("orders");
  EXPECT_NEAR(memory_balance(), before, 10'000);
}

TEST(Memory, TableBeyondTheMachineIsRefusedBeforeItIsTried) {
  struct sysinfo machine;
  ASSERT_EQ(sysinfo(&machine), 0);
  constexpr int64_t gibibyte = int64_t{1} << 30;
  if (static_cast<int64_t>(machine.totalram + machine.totalswap) * machine.mem_unit >
      400 * gibibyte) {
    GTEST_SKIP() << "this machine could hold lineitem at scale factor 1000";
  }
  Context context({.threads = 1});
  context.generate_table("lineitem", lineitem_without_comment(0.01));
  int64_t before = memory_balance();
  EXPECT_THAT(refusal([&] { context.generate_table("lineitem", 1'000); }),
              StartsWith("lineitem needs about 469 GiB of memory; the machine has "));
  EXPECT_EQ(memory_balance(), before);
  context.run_query(6);
  EXPECT_EQ(context.result_text(), "1193053.23\n");
}

TEST(Memory, FailedGenerationGivesEverythingBackAndLeavesTheContextUsable) {
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  GTEST_SKIP() << "sanitizers end the process when memory cannot be had";
#endif
  Context context({.threads = 1});
  context.generate_table("lineitem", lineitem_without_comment(0.01));
  context.run_query(6);
  rlimit old_limit;
  ASSERT_EQ(getrlimit(RLIMIT_AS, &old_limit), 0);
  // Room for a few of the columns at scale factor 1, not for all of their 216 MB.
  rlimit limit = {.rlim_cur = 200'000'000, .rlim_max = old_limit.rlim_max};
  int64_t before = memory_balance();
  ASSERT_EQ(setrlimit(RLIMIT_AS, &limit), 0);
  EXPECT_THROW(context.generate_table("lineitem", lineitem_without_comment(1)), std::bad_alloc);
  ASSERT_EQ(setrlimit(RLIMIT_AS, &old_limit), 0);
  EXPECT_LT(memory_balance(), before);  // the table before is gone too
  EXPECT_EQ(refusal([&] { context.run_query(6); }),
            "query 6: scan: there is no table \"lineitem\"");
  EXPECT_EQ(context.result_text(), "1193053.23\n");
  context.generate_table("lineitem", lineitem_without_comment(0.01));
  // Not equal: by now glibc takes the columns from the heap, where it rounds sizes less than for
  // mappings of their own.
  constexpr int64_t columns = 7, page = 4096;
  EXPECT_NEAR(memory_balance(), before, columns * page);
}

TEST(Engine, TellsWhatItsMemoryIs) {
  MemoryUsage before = memory_usage();
  Context context({.threads = 1});
  context.generate_table("lineitem", lineitem_without_comment(0.01));
  MemoryUsage usage = memory_usage();
  EXPECT_GT(usage.allocated, before.allocated);
  EXPECT_GE(usage.peak, usage.allocated);
  EXPECT_GE(usage.flushes, before.flushes);
  EXPECT_THAT(usage.design, AnyOf(StrEq("block_cache"), StrEq("offset_cell")));
  EXPECT_EQ(usage.unsized_deletes.has_value(), std::string(usage.design) == "block_cache");
  EXPECT_THAT(memory_backend(), StartsWith("glibc 2."));
}

}  // namespace
}  // namespace engine
