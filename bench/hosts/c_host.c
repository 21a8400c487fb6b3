/* A host in C that loads libengine.so, has it make and query a table, and requires that the library's balance moves and
 * returns: c_host LIBRARY [GLOBAL_LIBRARY]. The second one is loaded before, for everyone to see: with libstdc++.so.6
 * the process is as one in which a JVM has loaded it, without it nothing of C++ is there but what the library brings. */
#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine_api.h"

static void* find(void* library, const char* name) {
  void* function = dlsym(library, name);
  if (function == NULL) {
    fprintf(stderr, "c_host: %s\n", dlerror());
    exit(1);
  }
  return function;
}

#define FIND(name) __typeof__(&name) name##_of = (__typeof__(&name))find(library, #name)

static void require(int is_met, const char* what, const char* error) {
  if (is_met) return;
  fprintf(stderr, "c_host: %s: %s\n", what, error);
  exit(1);
}

static void* load(const char* path, int scope) {
  void* library = dlopen(path, RTLD_NOW | scope);
  if (library == NULL) require(0, "loading", dlerror());
  return library;
}

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) {
    fprintf(stderr, "usage: c_host LIBRARY [GLOBAL_LIBRARY]\n");
    return 2;
  }
  if (argc == 3) load(argv[2], RTLD_GLOBAL);
  void* library = load(argv[1], RTLD_LOCAL);
  FIND(engine_memory_balance);
  FIND(engine_memory_usage);
  FIND(engine_context_create);
  FIND(engine_context_release);
  FIND(engine_table_generate);
  FIND(engine_table_rows);
  FIND(engine_query_run);
  FIND(engine_result_hash);
  FIND(engine_last_error);

  int64_t before = engine_memory_balance_of();
  engine_options options = {.threads = 2, .batch_size = 0};
  engine_context* context = engine_context_create_of(&options);
  require(context != NULL, "creating a context", engine_last_error_of());
  require(engine_table_generate_of(context, "lineitem", 0.01) == ENGINE_OK, "lineitem", engine_last_error_of());
  int64_t with_table = engine_memory_balance_of();
  require(engine_query_run_of(context, 1) == ENGINE_OK, "Q1", engine_last_error_of());
  require(engine_query_run_of(context, 6) == ENGINE_OK, "Q6", engine_last_error_of());
  int64_t rows = engine_table_rows_of(context, "lineitem");
  /* Every row holds at least its keys, four decimals and three dates. */
  if (before != -1) require(with_table - before >= rows * 32, "the balance", "does not move with the table");
  engine_context_release_of(context);
  int64_t after = engine_memory_balance_of();
  engine_memory usage;
  require(engine_memory_usage_of(&usage) == ENGINE_OK, "usage", engine_last_error_of());
  printf("%s, %s: %" PRId64 " bytes at first, %" PRId64 " with %" PRId64 " rows, %" PRId64 " at last\n", usage.backend,
         usage.design, before, with_table, rows, after);
  require(after == before, "the balance", "does not return");
  return 0;
}
