// A C++ host: a program that already holds the shared libstdc++ and loads libengine.so by path. It
// generates lineitem, runs queries, and prints one JSON line a sample. It fails when an answer is
// not the expected one, when answers differ between iterations, and when the library's balance does
// not move with the table or does not return to where it was: then the library did not count what
// it allocated, and its times mean nothing.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <exception>
#include <map>
#include <string>
#include <vector>

#include "hosts/loaded_engine.h"

namespace {

struct Arguments {
  std::string library;
  double scale_factor = 1;
  std::vector<int> queries = {1, 6};
  int iterations = 3;
  int threads = 0;
  int batch_size = 0;
  std::vector<std::string> expected;  // "1=defd1eb57fceaafb"
  bool print_result = false;
};

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

void run(const Arguments& arguments) {
  std::map<int, std::string> expected = expected_hashes(arguments.expected);
  host::LoadedEngine engine(arguments.library);
  auto failed = [&](std::string_view what) -> std::runtime_error {
    return std::runtime_error(fmt::format("{}: {}", what, engine.last_error()));
  };
  require_private_operators(engine);
  int64_t balance_at_start = engine.memory_balance();

  engine_options options{arguments.threads, arguments.batch_size};
  engine_context* context = engine.context_create(&options);
  if (context == nullptr) throw failed("creating a context");
  if (engine.table_generate(context, "lineitem", arguments.scale_factor) != ENGINE_OK) {
    throw failed("generating lineitem");
  }
  int64_t rows = engine.table_rows(context, "lineitem");
  int64_t balance_with_table = engine.memory_balance();
  // Every row holds at least its keys, four decimals and three dates.
  int64_t least_bytes = rows * 32;
  if (balance_with_table - balance_at_start < least_bytes) {
    throw std::runtime_error(
        fmt::format("the balance moved by {} bytes for {} rows, expected at least {}: the "
                    "library's accounting is not live",
                    balance_with_table - balance_at_start, rows, least_bytes));
  }

  for (int query : arguments.queries) {
    std::string first_hash;
    for (int iteration = 1; iteration <= arguments.iterations; ++iteration) {
      auto start = std::chrono::steady_clock::now();
      if (engine.query_run(context, query) != ENGINE_OK) throw failed(fmt::format("Q{}", query));
      std::chrono::nanoseconds took = std::chrono::steady_clock::now() - start;
      std::string hash = engine.result_hash(context);
      if (iteration == 1) first_hash = hash;
      if (hash != first_hash) {
        throw std::runtime_error(fmt::format("Q{}: iteration {} gave {}, the first {}", query,
                                             iteration, hash, first_hash));
      }
      fmt::print(
          "{{\"query\":\"Q{}\",\"iteration\":{},\"nanoseconds\":{},\"result_hash\":\"{}\"}}\n",
          query, iteration, took.count(), hash);
    }
    if (expected.contains(query) && expected[query] != first_hash) {
      throw std::runtime_error(fmt::format("Q{}: the answer's hash is {}, expected {}", query,
                                           first_hash, expected[query]));
    }
    if (arguments.print_result) fmt::print(stderr, "{}", engine.result_text(context));
  }

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
  app.add_option("--scale-factor", arguments.scale_factor, "size of lineitem; 1 has 6,001,215 rows")
      ->capture_default_str();
  app.add_option("--queries", arguments.queries, "numbers, with commas between")
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
  CLI11_PARSE(app, argc, argv);
  try {
    run(arguments);
  } catch (const std::exception& error) {
    fmt::print(stderr, "engine_host: {}\n", error.what());
    return 1;
  }
  return 0;
}
