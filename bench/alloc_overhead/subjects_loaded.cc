// Every design out of its own library loaded with dlopen, as a host loads libengine.so.
#include <dlfcn.h>

#include <array>
#include <filesystem>
#include <stdexcept>

#include "alloc_overhead/subjects.h"

namespace bench {
namespace {

constexpr std::array designs = {"stock",       "uncounted", "three_access", "thread_drift",
                                "offset_cell", "per_cpu",   "block_cache"};

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
  auto add = [&](const std::string& name, const std::string& file) {
    subjects.push_back({name, file, load_cases(libraries / file)});
  };
  for (const char* design : designs) add(design, std::string("liballoc_cases_") + design + ".so");
  // The same text in another file: what it differs by from the first is noise.
  add("uncounted again", "liballoc_cases_uncounted_again.so");
  return subjects;
}

}  // namespace bench
