/* The C API of libengine.so: every function it exports to C callers. Usable from C11 and C++.
 *
 * Threads: one engine_context is used by one thread at a time, different ones may be used at once;
 * the functions without a context may be called from any thread. Errors: functions that return int
 * give ENGINE_OK or another engine_status; engine_last_error() then has one line of text. Functions
 * that return a pointer give NULL, those that return a count give -1. No C++ exception ever leaves
 * the library. Strings: UTF-8, zero-terminated, owned by the library; those of a context live until
 * its next call, or its release.
 */
#ifndef LTOSCOPE_ENGINE_API_H
#define LTOSCOPE_ENGINE_API_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/* Raised when a function's meaning or a struct's layout changes. */
#define ENGINE_ABI_VERSION 2

typedef enum engine_status {
  ENGINE_OK = 0,
  ENGINE_ERROR = 1, /* a wrong argument or a wrong order of calls; the text says which */
  ENGINE_OUT_OF_MEMORY = 2,
  ENGINE_CANCELLED = 3 /* by engine_plan_cancel() */
} engine_status;

typedef struct engine_context engine_context;
typedef struct engine_plan engine_plan;

/* Of the Arrow C data and stream interfaces:
 * https://arrow.apache.org/docs/format/CDataInterface.html */
struct ArrowArray;
struct ArrowArrayStream;
struct ArrowSchema;

typedef struct engine_options {
  int32_t threads;    /* worker threads; 0: one for each available processor */
  int32_t batch_size; /* rows handed from operator to operator at once, 64 to 8192; 0: 1024 */
} engine_options;

const char* engine_version(void);
int32_t engine_abi_version(void);
/* Lines "key=value": version, lto, members, compiler, march, backend, counter, counter_reason. */
const char* engine_build_info(void);
/* Live bytes allocated through this library, after settling the calling thread's share. Exact when
 * no other thread that called into the library is still running. -1: the library leaves operators
 * new and delete to its host, and does not count; then bytes and peaks below are -1, too. */
int64_t engine_memory_balance(void);

/* What the library's allocator knows of itself. */
typedef struct engine_memory {
  int64_t allocated;       /* engine_memory_balance() */
  int64_t peak;            /* of it; approximate */
  int64_t flushes;         /* about how often threads added to the shared count */
  int64_t unsized_deletes; /* blocks deleted without their size; -1: not counted by this design */
  const char* design;      /* how bytes are counted: "block_cache" */
  const char* reason;      /* why not a better one; "": there is none */
  const char* backend;     /* whose blocks are counted: "glibc 2.36"; "host" */
} engine_memory;
int engine_memory_usage(engine_memory* usage);
/* Has executions write a line about it to standard error, about every so many seconds while they
 * run; 0: never, as at first. */
int engine_memory_log(int64_t seconds);
/* The calling thread's last error, "" when its last call that can fail succeeded. */
const char* engine_last_error(void);

/* options may be NULL: all defaults. NULL on error. */
engine_context* engine_context_create(const engine_options* options);
/* NULL is allowed. */
void engine_context_release(engine_context* context);
/* Ends executions of this context with an error that names the steps which allocated most, once
 * more bytes than this are live in the library, whoever allocated them. Looked at between morsels,
 * never while memory is allocated: context and plan go on to work. 0: no limit, as at first. */
int engine_context_limit_memory(engine_context* context, int64_t bytes);

typedef struct engine_table_options {
  double scale_factor; /* 0.01 to 1000 */
  int64_t part; /* which of `parts` pieces of neighbouring rows, counted from 1; 0: all rows */
  int64_t parts;
  const char* const* columns; /* names; NULL: all columns */
  int64_t column_count;
} engine_table_options;

/* Generates a TPC-H table with all its columns; known: "customer", "lineitem", "nation", "orders",
 * "part", "partsupp", "region", "supplier". scale_factor 0.01 to 1000. The tables of a context
 * share the 300 MiB of text that their comments are pieces of; making it takes part of a second. */
int engine_table_generate(engine_context* context, const char* name, double scale_factor);
/* The same for some columns or a piece of the rows. */
int engine_table_generate_with(engine_context* context, const char* name,
                               const engine_table_options* options);
/* Takes a table of any name and any columns over, replacing one of that name. The stream is
 * released in any case. */
int engine_table_import(engine_context* context, const char* name, struct ArrowArrayStream* stream);
/* Gives a table's memory back; nothing happens when there is none. */
int engine_table_drop(engine_context* context, const char* name);
int64_t engine_table_rows(engine_context* context, const char* name);

/* Plans. A plan belongs to a context, which must outlive it; all but engine_plan_cancel() are
 * called by the one thread that uses the context. Strings of a plan live until its next call. NULL
 * on error: any bytes may be given, and the error names the first one that is wrong; docs/plans.md
 * describes them. */
engine_plan* engine_plan_create(engine_context* context, const void* bytes, int64_t length);
/* TPC-H query 1 to 22 with the specification's validation parameters. */
engine_plan* engine_plan_tpch(engine_context* context, int32_t number);
/* NULL is allowed. */
void engine_plan_release(engine_plan* plan);
/* One step a line; after an execution with the rows and the time of each. */
const char* engine_plan_explain(engine_plan* plan);
/* Writes the plan's bytes to a buffer that has room for them, and gives their number in any case.
 */
int64_t engine_plan_encode(engine_plan* plan, void* buffer, int64_t capacity);

/* Reads the tables as they are now, and keeps the rows in place of those before. */
int engine_plan_execute(engine_plan* plan);
/* Ends the execution that is running, or the next one when none is. Any thread may call it. */
void engine_plan_cancel(engine_plan* plan);
/* Of the last execution. */
int64_t engine_plan_rows(engine_plan* plan);
/* Hands the next rows out, a batch at most. Gives their number; 0 at the end, with nothing handed
 * out; -1 on error. Either structure may be NULL. What is handed out outlives plan and context. */
int64_t engine_plan_next(engine_plan* plan, struct ArrowArray* array, struct ArrowSchema* schema);
/* Hands all rows out. */
int engine_plan_stream(engine_plan* plan, struct ArrowArrayStream* stream);

/* What a step of a plan has done in the last execution, its inputs apart. */
typedef struct engine_step_metrics {
  int64_t depth;    /* below the last step, which has 0 */
  const char* step; /* its line of engine_plan_explain() */
  int64_t rows;     /* that it gave */
  int64_t batches;
  int64_t nanoseconds;     /* of all threads together */
  int64_t allocations;     /* of memory for values */
  int64_t allocated_bytes; /* by these, whether or not they were live at once */
  /* The most that the process had live above what it had before the execution, looked at after each
   * of the step's batches; a thread's last 64 KiB are not in it. */
  int64_t peak_bytes;
  int64_t read_bytes; /* of tables' columns; the texts that strings point to are not in it */
} engine_step_metrics;
/* How many steps there are; the lines of engine_plan_explain(). */
int64_t engine_plan_step_count(engine_plan* plan);
int engine_plan_step(engine_plan* plan, int64_t index, engine_step_metrics* metrics);

/* Runs TPC-H query 1 to 22 with the specification's validation parameters: for callers who want its
 * text. */
int engine_query_run(engine_context* context, int32_t number);

/* The last query's result. */
int64_t engine_result_rows(engine_context* context);
int32_t engine_result_columns(engine_context* context);
const char* engine_result_column_name(engine_context* context, int32_t column);
const char* engine_result_field(engine_context* context, int64_t row, int32_t column);
/* All rows, fields joined by '|', a newline after each row. */
const char* engine_result_text(engine_context* context);
/* First 16 hex digits of the SHA-256 of engine_result_text(). */
const char* engine_result_hash(engine_context* context);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
