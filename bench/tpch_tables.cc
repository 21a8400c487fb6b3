// Writes TPC-H tables as .tbl files, one at a time, so that no two large ones are in memory
// together.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine.h"

namespace {

struct Arguments {
  double scale_factor = 1;
  // Region last and nation before it: see write_all().
  std::vector<std::string> tables = {"lineitem", "orders",   "partsupp", "part",
                                     "customer", "supplier", "nation",   "region"};
  std::string part = "1/1";
  std::string output = ".";
  int threads = 0;
};

struct Part {
  int64_t number;
  int64_t count;
};

// "2/10".
Part part_of(const std::string& text) {
  auto number = [&](const std::string& digits) -> int64_t {
    constexpr std::size_t most_digits = 9;
    bool good = !digits.empty() && digits.size() <= most_digits &&
                std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
    if (!good) throw std::runtime_error("--part " + text + ": expected K/N, such as 2/10");
    return std::stoll(digits);
  };
  std::size_t slash = std::min(text.find('/'), text.size());
  return {number(text.substr(0, slash)), number(text.substr(std::min(slash + 1, text.size())))};
}

// "lineitem.tbl"; of several parts "lineitem.tbl.2", as dbgen names them.
std::string path_of(const Arguments& arguments, const std::string& table, const Part& part) {
  if (arguments.output == "-") return "-";
  std::string name = table + ".tbl" + (part.count > 1 ? "." + std::to_string(part.number) : "");
  return std::filesystem::path(arguments.output) / name;
}

void write_all(const Arguments& arguments) {
  Part part = part_of(arguments.part);
  engine::Context context({.threads = arguments.threads});
  // All comments are pieces of one text, which goes with the last table that has any: a small table
  // keeps it, so that it is made once.
  context.generate_table("region", arguments.scale_factor);
  for (const std::string& table : arguments.tables) {
    if (table == "region") context.generate_table("nation", arguments.scale_factor);
    context.generate_table(
        table, {.scale_factor = arguments.scale_factor, .part = part.number, .parts = part.count});
    context.write_table(table, path_of(arguments, table, part));
    if (table != "region") context.drop_table(table);
  }
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  CLI::App app{"Writes TPC-H tables as .tbl files, byte for byte what the TPC's dbgen writes."};
  app.add_option("--scale-factor", arguments.scale_factor, "0.01 to 1000; 1 is about 1 GB")
      ->capture_default_str();
  app.add_option("--tables", arguments.tables, "names, with commas between")
      ->delimiter(',')
      ->capture_default_str();
  app.add_option("--part", arguments.part, "K/N: only part K of N of each table")
      ->capture_default_str();
  app.add_option("--output", arguments.output, "a folder that is there, or - for standard output")
      ->capture_default_str();
  app.add_option("--threads", arguments.threads, "worker threads; 0: one for each processor")
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  try {
    write_all(arguments);
  } catch (const std::exception& error) {
    fmt::print(stderr, "tpch_tables: {}\n", error.what());
    return 1;
  }
  return 0;
}
