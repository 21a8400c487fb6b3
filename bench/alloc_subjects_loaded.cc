// Accounting off and on, each out of its own library loaded with dlopen, as a host loads
// libengine.so.
#include <dlfcn.h>

#include <filesystem>
#include <stdexcept>

#include "alloc_subjects.h"

namespace bench {
namespace {

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
  return {
      {"off", false, "liballoc_cases_off.so", load_cases(libraries / "liballoc_cases_off.so")},
      {"on", true, "liballoc_cases_on.so", load_cases(libraries / "liballoc_cases_on.so")},
  };
}

}  // namespace bench
