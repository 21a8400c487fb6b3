// The engine: generates TPC-H tables into columns or takes tables over, and runs plans over them,
// counting every byte it has live. The one header of core that its packaging (cdylib) and its
// benchmarks include.
//
// Threads: one Context is used by one thread at a time; different contexts may be used at once. The
// free functions may be called from any thread. Errors: members throw engine::Error; nothing else
// escapes but std::bad_alloc.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

struct ArrowArray;
struct ArrowArrayStream;
struct ArrowSchema;

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

// What one step of a plan has done in the last execution, its inputs apart.
struct StepMetrics {
  int depth;         // below the last step, which has 0
  std::string step;  // as explain() writes it
  int64_t rows;      // that it gave
  int64_t batches;
  int64_t nanoseconds;      // of all threads together
  int64_t allocations;      // of memory for values
  int64_t allocated_bytes;  // by these, whether or not they were live at once
  // The most that the process had live above what it had before the execution, looked at after each
  // of the step's batches; a thread's last 64 KiB are not in it.
  int64_t peak_bytes;
  int64_t read_bytes;  // of tables' columns; the texts that strings point to are not in it
};

// An execution ended by Plan::cancel().
class Cancelled : public Error {
 public:
  using Error::Error;
};

// A plan over the tables of a context, and the rows that it gave last.
//
// Threads: as its context, but for cancel(). Requires: the context outlives it.
class Plan {
 public:
  ~Plan();
  Plan(Plan&& other) noexcept;
  Plan& operator=(Plan&& other) noexcept;

  // The plan in the form that Context::create_plan() takes; docs/plans.md describes it.
  std::string encoded() const;

  // The steps as text, one a line, the last step first; after an execution with what each has done.
  std::string explained() const;

  // Reads the tables as they are now and keeps the rows in place of those before. Throws Error when
  // the plan does not suit the tables, Cancelled when it was cancelled; then there are no rows.
  void execute();

  // Ends the execution that is running, or the next one when none is. Any thread may call it.
  void cancel() noexcept;

  // In the order in which explained() has them; all 0 before an execution.
  std::vector<StepMetrics> metrics() const;

  // The rows of the last execution. Throw Error when there are none. What they hand out does not
  // depend on the plan or its context any more.
  int64_t row_count() const;
  // The next rows that have not been handed out, at most as many as a batch has, as Arrow's C data
  // interface (arrow/c_data_interface.h) has them. Gives their number; 0 at the end, with both
  // structs released. Either may be null.
  int64_t next_batch(ArrowArray* array, ArrowSchema* schema);
  // All rows, in batches.
  void export_stream(ArrowArrayStream* stream) const;

 private:
  friend class Context;
  struct State;
  explicit Plan(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
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

  // Takes a table of any name and any columns over through Arrow's C stream interface, replacing
  // one of that name. When the Error says that it cannot be taken, the old table stays. The stream
  // is released in any case.
  void import_table(std::string_view name, ArrowArrayStream* stream);

  // Writes a table of one of the names above as .tbl; to "-", the standard output.
  void write_table(std::string_view name, const std::string& path) const;

  // Gives a table's memory back, if there is one of that name.
  void drop_table(std::string_view name);

  int64_t table_row_count(std::string_view name) const;

  // Ends executions of this context's plans with an Error once more bytes than this are live in the
  // library, whoever allocated them; looked at between morsels and batches. 0: no limit. The Error
  // names the steps that allocated most; plan and context go on to work. Throws Error when it is
  // negative.
  void limit_memory(int64_t bytes);

  // A plan from its encoded form. Any bytes may be given: an Error names the first one that is
  // wrong.
  Plan create_plan(std::string_view bytes);

  // The plan of a TPC-H query by number, 1 to 22, with the specification's validation parameters.
  Plan tpch_plan(int number);

  // Runs such a plan and keeps its result in place of the one before.
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
  friend class Plan;
  struct State;
  std::unique_ptr<State> state_;
};

// Live bytes allocated through this library's operators new and delete (usable sizes). Exact when
// no other thread allocates or frees meanwhile. -1, here and below: the library leaves them to its
// host, and does not count.
int64_t memory_balance() noexcept;

struct MemoryUsage {
  int64_t allocated;  // memory_balance()
  int64_t peak;       // approximate: it misses what threads had not added to the shared balance
  int64_t flushes;    // how often a thread added to it
  // Blocks deleted without their size; nothing: not counted by this design.
  std::optional<int64_t> unsized_deletes;
  const char* design;  // how bytes are counted: "block_cache"
  const char* reason;  // why not a better one; empty: there is none
};
MemoryUsage memory_usage() noexcept;

// Has executions write a line about it to standard error, about every so many seconds while they
// run. 0: never, as at first. Throws Error when it is negative.
void log_memory_every(int64_t seconds);

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

const char* memory_backend() noexcept;  // whose blocks are counted: "glibc 2.36"

}  // namespace engine
