// The engine: generates TPC-H tables into columns and answers TPC-H queries over them, counting
// every byte it has live. The one header of core that its packaging (cdylib) and its benchmarks
// include.
//
// Threads: one Context is used by one thread at a time; different contexts may be used at once. The
// free functions may be called from any thread. Errors: members throw engine::Error; nothing else
// escapes but std::bad_alloc.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Options {
  int threads =
      0;  // worker threads of a query or a generation; 0: one for each available processor
  int batch_size = 1024;  // rows an operator hands on at once, 64 to 8192
};

// What of a TPC-H table to generate.
struct TableOptions {
  double scale_factor = 1;  // 0.01 to 1000; at 1 lineitem has 6,001,215 rows
  // Which of `parts` pieces, counted from 1. Pieces are neighbouring rows; all of them are the
  // table.
  int64_t part = 1;
  int64_t parts = 1;
  // Names; none: all. Only comments need the 300 MiB of text that they are pieces of.
  std::vector<std::string> columns = {};
};

enum class FileFormat {
  tbl,  // '|' after every field, as the TPC's dbgen writes it
  csv,  // of RFC 4180; a first line of the columns' names is passed over
};

class Context {
 public:
  // Throws Error when an option is out of range.
  explicit Context(const Options& options);
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  // Generates a table, replacing one of that name. Known: "customer", "lineitem", "nation",
  // "orders", "part", "partsupp", "region" and "supplier". The old table goes before the new one
  // comes, so that they never need memory together; when generating fails for lack of memory or
  // threads, there is none. The tables of a context share the text of their comments, which goes
  // with the last of them.
  void generate_table(std::string_view name, const TableOptions& options);
  void generate_table(std::string_view name, double scale_factor);

  // Reads a table of one of those names, with all columns, replacing one of that name. When the
  // file cannot be read, or a field is wrong, the Error names the place, and the old table stays.
  // Order keys have 64 bits.
  void read_table(std::string_view name, const std::string& path, FileFormat format);

  // Writes a table as .tbl; to "-", the standard output.
  void write_table(std::string_view name, const std::string& path) const;

  // Gives a table's memory back, if there is one.
  void drop_table(std::string_view name);

  int64_t table_row_count(std::string_view name) const;

  // Runs a TPC-H query over the tables by number with the specification's validation parameters and
  // keeps its result in place of the one before. Known: 1 and 6.
  void run_query(int number);

  // The last result. Throw Error when there is none or an index is out of range. What they return
  // holds until the next run_query().
  int64_t result_row_count() const;
  int result_column_count() const;
  std::string_view result_column_name(int column) const;
  // One field in canonical form: integers as they are, decimals rounded half away from zero to two
  // places, dates YYYY-MM-DD.
  std::string_view result_field(int64_t row, int column) const;
  // All rows in the query's order: canonical fields joined by '|', '\n' after every row, no header.
  std::string_view result_text() const;
  // The first 16 hex digits of the SHA-256 of result_text().
  std::string_view result_hash() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Live bytes allocated through this library's operators new and delete (usable sizes), after
// settling the calling thread's share. Exact when no other thread that has allocated is still
// running.
int64_t memory_balance() noexcept;

// What the library knows of itself. Defined in a file that the build generates after looking at the
// archive.
struct BuildInformation {
  const char* version;  // "0.1.0"
  const char* lto;  // "none", "thin" or "full", read from the archive's members, not from a setting
  const char* members;   // "34 of 34 members are bitcode"
  const char* compiler;  // the compiler's own version text
  const char* march;     // -march, or "default"
};
const BuildInformation& build_information() noexcept;

const char* memory_backend() noexcept;  // malloc below the accounting: "glibc 2.36"
const char* counter_design() noexcept;  // how deltas are counted: "thread_drift"

}  // namespace engine
