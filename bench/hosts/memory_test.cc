// What happens when there is no memory: an error, after which everything works that needs less.
// Each test runs in a process of its own, whose address space is limited.
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "hosts/engine_for_test.h"

namespace host {
namespace {

constexpr int64_t mebibyte = 1 << 20;

// Lets the process have no more than it has now and so much.
void limit_memory_to_now_and(int64_t bytes) {
  int64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  rlim_t most = static_cast<rlim_t>(pages * sysconf(_SC_PAGESIZE) + bytes);
  rlimit limit = {.rlim_cur = most, .rlim_max = most};
  if (pages == 0 || setrlimit(RLIMIT_AS, &limit) != 0) std::abort();
}

// Ends the process unless the condition holds.
void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "%s; the last error is \"%s\"\n", what, engine().last_error());
  std::_Exit(1);
}

void require_out_of_memory(int status) {
  require(status == ENGINE_OUT_OF_MEMORY, "the status is not that of too little memory");
  require(engine().last_error()[0] != '\0', "there is no text");
}

[[noreturn]] void execute_what_needs_too_much(int threads) {
  int64_t before = engine().memory_balance();
  {
    Context context = new_context(threads);
    generate(context, "lineitem", 0.01, {"l_linenumber"});
    Plan pairs = new_plan(context, plan_of(pairs_of_lines()));
    Plan few = new_plan(context, plan_of(lines()));
    int64_t with_table = engine().memory_balance();
    limit_memory_to_now_and(300 * mebibyte);
    for (int time = 0; time < 3; ++time) {
      require_out_of_memory(engine().plan_execute(pairs.get()));
      require(engine().plan_rows(pairs.get()) == -1, "there are rows");
    }
    require(engine().memory_balance() < with_table + mebibyte, "much memory is left behind");
    require(engine().plan_execute(few.get()) == ENGINE_OK, "a small plan does not work any more");
  }
  require(engine().memory_balance() == before, "the balance is not where it was");
  std::_Exit(0);
}

[[noreturn]] void generate_what_needs_too_much() {
  int64_t before = engine().memory_balance();
  {
    Context context = new_context(1);
    limit_memory_to_now_and(100 * mebibyte);
    require_out_of_memory(engine().table_generate(context.get(), "lineitem", 1));
    require_out_of_memory(engine().table_generate(context.get(), "region", 1));  // its texts
    require(engine().table_rows(context.get(), "lineitem") == -1, "there is a table");
    generate(context, "region", 1, {"r_name"});
    require(engine().table_rows(context.get(), "region") == 5, "a small table cannot be made");
  }
  require(engine().memory_balance() == before, "the balance is not where it was");
  std::_Exit(0);
}

TEST_F(EngineApi, TellsOfTooLittleMemoryForAPlan) {
  EXPECT_EXIT(execute_what_needs_too_much(1), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(execute_what_needs_too_much(2), testing::ExitedWithCode(0), "");
}

TEST_F(EngineApi, TellsOfTooLittleMemoryForATable) {
  EXPECT_EXIT(generate_what_needs_too_much(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace host
