// Several copies of the library in one process, as when two class loaders have each unpacked their
// own. Each test runs in a process of its own: what is loaded stays.
#include <filesystem>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "hosts/engine_for_test.h"

namespace host {
namespace {

namespace fs = std::filesystem;

// Alone in a folder of its own, without the files that were built beside it.
class Copies {
 public:
  ~Copies() { fs::remove_all(folder_); }

  LoadedEngine load() {
    fs::path copy = folder_ / ("libengine" + std::to_string(count_++) + ".so");
    fs::copy_file(ENGINE_LIBRARY, copy);
    LoadedEngine loaded(copy);
    fs::remove(copy);
    return loaded;
  }

 private:
  static fs::path new_folder() {
    std::string pattern = testing::TempDir() + "copies-XXXXXX";
    return ::mkdtemp(pattern.data());
  }

  fs::path folder_ = new_folder();
  int count_ = 0;
};

// A small table, without comments.
void generate_orders(const LoadedEngine& copy, engine_context* context) {
  const char* column = "o_orderkey";
  engine_table_options options = {
      .scale_factor = 0.01, .part = 0, .parts = 0, .columns = &column, .column_count = 1};
  if (copy.table_generate_with(context, "orders", &options) != ENGINE_OK) std::_Exit(2);
}

// Uses a copy on this thread and on one that comes and goes.
void use(const LoadedEngine& copy) {
  int64_t before = copy.memory_balance();
  engine_options options = {.threads = 2, .batch_size = 0};
  engine_context* context = copy.context_create(&options);
  generate_orders(copy, context);
  if (copy.memory_balance() - before < 1'000) std::_Exit(3);
  std::thread([&] { copy.context_release(context); }).join();
  if (copy.memory_balance() != before) std::_Exit(4);
}

[[noreturn]] void load_two() {
  {
    Copies copies;
    LoadedEngine first = copies.load();
    LoadedEngine second = copies.load();
    use(first);
    int64_t before = second.memory_balance();
    engine_options options = {.threads = 1, .batch_size = 0};
    engine_context* context = first.context_create(&options);
    generate_orders(first, context);
    if (second.memory_balance() != before) std::_Exit(6);
    use(second);
    first.context_release(context);
  }
  std::_Exit(0);
}

// The loader's surplus of static thread-local storage has room for some dozens of cells.
[[noreturn]] void load_many() {
  {
    Copies copies;
    std::vector<LoadedEngine> loaded;
    std::set<std::string> designs;
    constexpr int more_than_the_surplus_has_room_for = 80;
    for (int i = 0; i < more_than_the_surplus_has_room_for; ++i) {
      loaded.push_back(copies.load());
      engine_memory usage;
      if (loaded.back().memory_usage(&usage) != ENGINE_OK) std::_Exit(7);
      designs.insert(usage.design);
      bool has_reason = *usage.reason != '\0';
      if (has_reason == (std::string(usage.design) == "block_cache")) std::_Exit(8);
      use(loaded.back());
    }
    if (designs.size() < 2 || !designs.contains("block_cache")) std::_Exit(9);
    for (const LoadedEngine& each : loaded) use(each);
  }
  std::_Exit(0);
}

TEST(Copies, KeepTheirOwnBooks) { EXPECT_EXIT(load_two(), testing::ExitedWithCode(0), ""); }

TEST(Copies, CountAlsoWhereThereIsNoThreadCellLeft) {
  EXPECT_EXIT(load_many(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace host
