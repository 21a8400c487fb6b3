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
#define ENGINE_ABI_VERSION 1

typedef enum engine_status {
  ENGINE_OK = 0,
  ENGINE_ERROR = 1, /* a wrong argument or a wrong order of calls; the text says which */
  ENGINE_OUT_OF_MEMORY = 2
} engine_status;

typedef struct engine_context engine_context;

typedef struct engine_options {
  int32_t threads;    /* worker threads; 0: one for each available processor */
  int32_t batch_size; /* rows handed from operator to operator at once, 64 to 8192; 0: 1024 */
} engine_options;

const char* engine_version(void);
int32_t engine_abi_version(void);
/* Lines "key=value": version, lto, members, compiler, march, backend, counter. */
const char* engine_build_info(void);
/* Live bytes allocated through this library, after settling the calling thread's share. Exact when
 * no other thread that called into the library is still running. */
int64_t engine_memory_balance(void);
/* The calling thread's last error, "" when its last call that can fail succeeded. */
const char* engine_last_error(void);

/* options may be NULL: all defaults. NULL on error. */
engine_context* engine_context_create(const engine_options* options);
/* NULL is allowed. */
void engine_context_release(engine_context* context);

/* Generates a TPC-H table with all its columns; known: "customer", "lineitem", "nation", "orders",
 * "part", "partsupp", "region", "supplier". scale_factor 0.01 to 1000. The tables of a context share
 * the 300 MiB of text that their comments are pieces of; making it takes part of a second. */
int engine_table_generate(engine_context* context, const char* name, double scale_factor);
int64_t engine_table_rows(engine_context* context, const char* name);

/* Runs TPC-H query 1 or 6 with the specification's validation parameters. */
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
