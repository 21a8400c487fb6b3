// Every design over every backend that was built, out of its own library loaded with dlopen, as a
// host loads libengine.so.
#include <dlfcn.h>

#include <array>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

#include "alloc_overhead/subjects.h"

namespace bench {
namespace {

constexpr std::array designs = {"uncounted",   "three_access", "thread_drift",
                                "offset_cell", "per_cpu",      "block_cache"};

const AllocCases* load_cases(const std::filesystem::path& library) {
  void* handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) throw std::runtime_error(::dlerror());
  auto function = reinterpret_cast<decltype(&alloc_cases)>(::dlsym(handle, "alloc_cases"));
  if (function == nullptr) throw std::runtime_error(::dlerror());
  return function();
}

}  // namespace

std::vector<AllocSubject> alloc_subjects(const std::string& program) {
  std::filesystem::path libraries =
      std::filesystem::absolute(program).parent_path().parent_path() / "lib";
  std::vector<AllocSubject> subjects;
  auto add = [&](const std::string& name, const std::string& backend, const std::string& file) {
    subjects.push_back({name, backend, file, load_cases(libraries / file)});
  };
  add("stock", "glibc", "liballoc_cases_stock.so");
  // "glibc,jemalloc": the library's own first, whose files have no more in their names.
  std::istringstream backends(ALLOC_BACKENDS);
  bool is_own = true;
  for (std::string backend; std::getline(backends, backend, ',');) {
    std::string suffix = std::exchange(is_own, false) ? "" : "_" + backend;
    for (std::string design : designs) {
      add(design, backend, "liballoc_cases_" + design + suffix + ".so");
      // The same text in another file: what it differs by from the first is noise.
      if (design == "uncounted")
        add("uncounted again", backend, "liballoc_cases_uncounted_again" + suffix + ".so");
    }
  }
  return subjects;
}

}  // namespace bench
