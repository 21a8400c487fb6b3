// libengine.so as a C++ host meets it: loaded by path with dlopen, its functions looked up by name.
#pragma once

#include <dlfcn.h>

#include <stdexcept>
#include <string>

#include "engine_api.h"

namespace host {

// Loads on construction and stays loaded: the library's thread_locals pin it in the process anyway.
// Throws std::runtime_error with the loader's own words.
struct LoadedEngine {
  explicit LoadedEngine(const std::string& path)
      : handle(::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (handle == nullptr) throw std::runtime_error(::dlerror());
    find(version, "engine_version");
    find(build_info, "engine_build_info");
    find(memory_balance, "engine_memory_balance");
    find(last_error, "engine_last_error");
    find(context_create, "engine_context_create");
    find(context_release, "engine_context_release");
    find(table_generate, "engine_table_generate");
    find(table_rows, "engine_table_rows");
    find(query_run, "engine_query_run");
    find(result_text, "engine_result_text");
    find(result_hash, "engine_result_hash");
  }

  void* handle;
  decltype(&engine_version) version;
  decltype(&engine_build_info) build_info;
  decltype(&engine_memory_balance) memory_balance;
  decltype(&engine_last_error) last_error;
  decltype(&engine_context_create) context_create;
  decltype(&engine_context_release) context_release;
  decltype(&engine_table_generate) table_generate;
  decltype(&engine_table_rows) table_rows;
  decltype(&engine_query_run) query_run;
  decltype(&engine_result_text) result_text;
  decltype(&engine_result_hash) result_hash;

 private:
  template <class Function>
  void find(Function& function, const char* name) {
    function = reinterpret_cast<Function>(::dlsym(handle, name));
    if (function == nullptr) throw std::runtime_error(::dlerror());
  }
};

}  // namespace host
