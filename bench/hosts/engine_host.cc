// A C++ host: a program that already holds the shared libstdc++ and loads libengine.so by path. It
// generates the tables that its queries read, runs the queries as plans, and prints one JSON line a
// sample. It fails when an answer is not the expected one, when the rows that it reads through
// Arrow's structs are not those of the library's own text, and when the library's balance does not
// move with the tables or does not return to where it was: then the library did not count what it
// allocated, and its times mean nothing.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "hosts/arrow_text.h"
#include "hosts/loaded_engine.h"
#include "hosts/query_tables.h"

namespace {

struct Arguments {
  std::string library;
  double scale_factor = 1;
  std::vector<std::string> queries = {"1", "6"};  // or "all"
  int iterations = 3;
  int threads = 0;
  int batch_size = 0;
  std::vector<std::string> expected;  // "1=defd1eb57fceaafb"
  bool print_result = false;
  bool explain = false;
};

constexpr int query_count = 22;

std::vector<int> query_numbers(const std::vector<std::string>& queries) {
  std::vector<int> numbers;
  for (const std::string& query : queries) {
    if (query == "all") {
      for (int number = 1; number <= query_count; ++number) numbers.push_back(number);
    } else if (query.empty() || query.find_first_not_of("0123456789") != std::string::npos) {
      throw std::runtime_error("--queries " + query + ": expected numbers, or all");
    } else {
      numbers.push_back(std::stoi(query));
    }
  }
  return numbers;
}

std::map<int, std::string> expected_hashes(const std::vector<std::string>& pairs) {
  std::map<int, std::string> hashes;
  for (const std::string& pair : pairs) {
    std::size_t equals = pair.find('=');
    if (equals == std::string::npos)
      throw std::runtime_error("--expect " + pair + ": expected QUERY=HASH");
    hashes[std::stoi(pair.substr(0, equals))] = pair.substr(equals + 1);
  }
  return hashes;
}

std::string json_text(std::string_view text) {
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    if (c == '\n') {
      quoted += "\\n";
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

// The host's own blocks must not be in the library's books: its operators are private to it.
void require_private_operators(const host::LoadedEngine& engine) {
  int64_t before = engine.memory_balance();
  std::vector<std::string> own(1000, std::string(1000, 'x'));
  int64_t change = engine.memory_balance() - before;
  if (change != 0) {
    throw std::runtime_error(fmt::format(
        "the library counted {} bytes for {} strings of the host, expected 0", change, own.size()));
  }
}

std::runtime_error failure(const host::LoadedEngine& engine, std::string_view what) {
  return std::runtime_error(fmt::format("{}: {}", what, engine.last_error()));
}

void generate(const host::LoadedEngine& engine, engine_context* context, double scale_factor,
              const std::vector<int>& queries) {
  bool lineitem_alone = std::ranges::all_of(queries, host::reads_lineitem_alone);
  for (const host::QueryTable& table : host::query_tables()) {
    if (lineitem_alone && table.name != "lineitem") continue;
    std::vector<const char*> columns;
    for (const std::string& column : table.columns) columns.push_back(column.c_str());
    engine_table_options options = {.scale_factor = scale_factor,
                                    .part = 0,
                                    .parts = 0,
                                    .columns = columns.empty() ? nullptr : columns.data(),
                                    .column_count = std::ssize(columns)};
    if (engine.table_generate_with(context, table.name.c_str(), &options) != ENGINE_OK) {
      throw failure(engine, "generating " + table.name);
    }
  }
}

// The library's own answer, and its hash.
struct Answer {
  std::string text;
  std::string hash;
};

Answer own_answer(const host::LoadedEngine& engine, engine_context* context, int query) {
  if (engine.query_run(context, query) != ENGINE_OK) {
    throw failure(engine, fmt::format("Q{}", query));
  }
  return {engine.result_text(context), engine.result_hash(context)};
}

void sample(const host::LoadedEngine& engine, engine_context* context, int query,
            const Arguments& arguments, const std::map<int, std::string>& expected) {
  Answer answer = own_answer(engine, context, query);
  std::unique_ptr<engine_plan, decltype(engine.plan_release)> plan(engine.plan_tpch(context, query),
                                                                   engine.plan_release);
  if (plan == nullptr) throw failure(engine, fmt::format("the plan of Q{}", query));
  for (int iteration = 1; iteration <= arguments.iterations; ++iteration) {
    auto start = std::chrono::steady_clock::now();
    int status = engine.plan_execute(plan.get());
    std::chrono::nanoseconds took = std::chrono::steady_clock::now() - start;
    if (status != ENGINE_OK) throw failure(engine, fmt::format("Q{}", query));
    if (host::take_canonical_text(engine, plan.get()) != answer.text) {
      throw std::runtime_error(fmt::format(
          "Q{}: iteration {} gave other rows than the library's own text", query, iteration));
    }
    fmt::print("{{\"query\":\"Q{}\",\"iteration\":{},\"nanoseconds\":{},\"result_hash\":\"{}\"}}\n",
               query, iteration, took.count(), answer.hash);
  }
  auto wanted = expected.find(query);
  if (wanted != expected.end() && wanted->second != answer.hash) {
    throw std::runtime_error(fmt::format("Q{}: the answer's hash is {}, expected {}", query,
                                         answer.hash, wanted->second));
  }
  if (arguments.print_result) fmt::print(stderr, "{}", answer.text);
  if (arguments.explain) {
    fmt::print(stderr, "Q{}\n{}\n", query, engine.plan_explain(plan.get()));
  }
}

void run(const Arguments& arguments) {
  std::map<int, std::string> expected = expected_hashes(arguments.expected);
  std::vector<int> queries = query_numbers(arguments.queries);
  host::LoadedEngine engine(arguments.library);
  require_private_operators(engine);
  int64_t balance_at_start = engine.memory_balance();
  // A library that leaves the operators to its host.
  bool is_counted = balance_at_start != -1;

  engine_options options{arguments.threads, arguments.batch_size};
  engine_context* context = engine.context_create(&options);
  if (context == nullptr) throw failure(engine, "creating a context");
  generate(engine, context, arguments.scale_factor, queries);
  int64_t rows = engine.table_rows(context, "lineitem");
  int64_t balance_with_table = engine.memory_balance();
  // Every row holds at least its keys, four decimals and three dates.
  int64_t least_bytes = rows * 32;
  if (is_counted && balance_with_table - balance_at_start < least_bytes) {
    throw std::runtime_error(
        fmt::format("the balance moved by {} bytes for {} rows, expected at least {}: the "
                    "library's accounting is not live",
                    balance_with_table - balance_at_start, rows, least_bytes));
  }

  for (int query : queries) sample(engine, context, query, arguments, expected);

  engine.context_release(context);
  int64_t balance_at_end = engine.memory_balance();
  if (balance_at_end != balance_at_start) {
    throw std::runtime_error(
        fmt::format("the balance is {} bytes after the release, expected {} as at the start",
                    balance_at_end, balance_at_start));
  }
  fmt::print(
      "{{\"library\":{},\"build_info\":{},\"rows\":{},\"balance_start\":{},\"balance_with_table\":{"
      "},"
      "\"balance_end\":{}}}\n",
      json_text(arguments.library), json_text(engine.build_info()), rows, balance_at_start,
      balance_with_table, balance_at_end);
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  CLI::App app{
      "Loads libengine.so, runs TPC-H-derived queries, and prints one JSON line a sample."};
  app.add_option("library", arguments.library, "path of libengine.so")->required();
  app.add_option("--scale-factor", arguments.scale_factor,
                 "size of the tables; at 1 lineitem has 6,001,215 rows")
      ->capture_default_str();
  app.add_option("--queries", arguments.queries, "numbers, with commas between; all: 1 to 22")
      ->delimiter(',')
      ->capture_default_str();
  app.add_option("--iterations", arguments.iterations, "runs of each query")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--threads", arguments.threads, "worker threads; 0: one for each processor")
      ->capture_default_str();
  app.add_option("--batch-size", arguments.batch_size,
                 "rows in a batch; 0: the library's own choice")
      ->capture_default_str();
  app.add_option("--expect", arguments.expected,
                 "QUERY=HASH, the answer that must come, with commas between")
      ->delimiter(',');
  app.add_flag("--print-result", arguments.print_result, "print each answer on standard error");
  app.add_flag("--explain", arguments.explain,
               "print each plan on standard error, with what its steps have done");
  CLI11_PARSE(app, argc, argv);
  try {
    run(arguments);
  } catch (const std::exception& error) {
    fmt::print(stderr, "engine_host: {}\n", error.what());
    return 1;
  }
  return 0;
}
