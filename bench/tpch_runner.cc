// Runs TPC-H-derived queries on request: generates the tables, says that it is ready, and then
// answers each line "run N" of its input with one JSON line. bench/peers/README.md describes the
// lines.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <chrono>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "engine.h"
#include "hosts/query_tables.h"

namespace {

struct Arguments {
  double scale_factor = 1;
  int threads = 0;
  int batch_size = engine::Options{}.batch_size;
};

std::string json_text(std::string_view text) {
  constexpr unsigned char first_printable = 0x20;
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    if (c == '\n') {
      quoted += "\\n";
    } else if (static_cast<unsigned char>(c) < first_printable) {
      quoted += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

// The reader waits for each line.
void print_line(std::string_view line) {
  std::cout << line << '\n' << std::flush;
  if (!std::cout) throw std::runtime_error("writing to standard output failed");
}

int query_of(std::string_view line) {
  constexpr std::string_view word = "run ";
  int query = 0;
  if (line.starts_with(word)) {
    const char* end = line.data() + line.size();
    auto [stopped, error] = std::from_chars(line.data() + word.size(), end, query);
    if (error == std::errc{} && stopped == end) return query;
  }
  throw std::runtime_error(fmt::format("standard input: {}: expected run N", json_text(line)));
}

std::string answer_to(int query, engine::Context& context) {
  auto start = std::chrono::steady_clock::now();
  try {
    context.run_query(query);
  } catch (const engine::Error& error) {
    return fmt::format("{{\"query\":{},\"error\":{}}}", query, json_text(error.what()));
  }
  std::chrono::nanoseconds took = std::chrono::steady_clock::now() - start;
  return fmt::format("{{\"query\":{},\"nanoseconds\":{},\"rows\":{},\"hash\":\"{}\",\"text\":{}}}",
                     query, took.count(), context.result_row_count(), context.result_hash(),
                     json_text(context.result_text()));
}

void run(const Arguments& arguments) {
  engine::Context context({.threads = arguments.threads, .batch_size = arguments.batch_size});
  for (const host::QueryTable& table : host::query_tables()) {
    context.generate_table(table.name,
                           {.scale_factor = arguments.scale_factor, .columns = table.columns});
  }
  const engine::BuildInformation& build = engine::build_information();
  print_line(fmt::format(
      "{{\"ready\":true,\"version\":{},\"lto\":{},\"march\":{},\"compiler\":{},\"batch_size\":{}}}",
      json_text(build.version), json_text(build.lto), json_text(build.march),
      json_text(build.compiler), arguments.batch_size));
  for (std::string line; std::getline(std::cin, line);) {
    print_line(answer_to(query_of(line), context));
  }
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  CLI::App app{
      "Generates the TPC-H tables, then runs a query for each line \"run N\" of its input."};
  app.add_option("--scale-factor", arguments.scale_factor, "0.01 to 1000; 1 is about 1 GB")
      ->capture_default_str();
  app.add_option("--threads", arguments.threads, "worker threads; 0: one for each processor")
      ->capture_default_str();
  app.add_option("--batch-size", arguments.batch_size, "rows an operator hands on at once")
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  try {
    run(arguments);
  } catch (const std::exception& error) {
    fmt::print(stderr, "tpch_runner: {}\n", error.what());
    return 1;
  }
  return 0;
}
