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
    find(abi_version, "engine_abi_version");
    find(build_info, "engine_build_info");
    find(memory_balance, "engine_memory_balance");
    find(memory_usage, "engine_memory_usage");
    find(memory_log, "engine_memory_log");
    find(context_limit_memory, "engine_context_limit_memory");
    find(last_error, "engine_last_error");
    find(context_create, "engine_context_create");
    find(context_release, "engine_context_release");
    find(table_generate, "engine_table_generate");
    find(table_generate_with, "engine_table_generate_with");
    find(table_import, "engine_table_import");
    find(table_drop, "engine_table_drop");
    find(table_rows, "engine_table_rows");
    find(plan_create, "engine_plan_create");
    find(plan_tpch, "engine_plan_tpch");
    find(plan_release, "engine_plan_release");
    find(plan_explain, "engine_plan_explain");
    find(plan_encode, "engine_plan_encode");
    find(plan_execute, "engine_plan_execute");
    find(plan_cancel, "engine_plan_cancel");
    find(plan_rows, "engine_plan_rows");
    find(plan_next, "engine_plan_next");
    find(plan_stream, "engine_plan_stream");
    find(plan_step_count, "engine_plan_step_count");
    find(plan_step, "engine_plan_step");
    find(query_run, "engine_query_run");
    find(result_rows, "engine_result_rows");
    find(result_columns, "engine_result_columns");
    find(result_column_name, "engine_result_column_name");
    find(result_field, "engine_result_field");
    find(result_text, "engine_result_text");
    find(result_hash, "engine_result_hash");
  }

  void* handle;
  decltype(&engine_version) version;
  decltype(&engine_abi_version) abi_version;
  decltype(&engine_build_info) build_info;
  decltype(&engine_memory_balance) memory_balance;
  decltype(&engine_memory_usage) memory_usage;
  decltype(&engine_memory_log) memory_log;
  decltype(&engine_context_limit_memory) context_limit_memory;
  decltype(&engine_last_error) last_error;
  decltype(&engine_context_create) context_create;
  decltype(&engine_context_release) context_release;
  decltype(&engine_table_generate) table_generate;
  decltype(&engine_table_generate_with) table_generate_with;
  decltype(&engine_table_import) table_import;
  decltype(&engine_table_drop) table_drop;
  decltype(&engine_table_rows) table_rows;
  decltype(&engine_plan_create) plan_create;
  decltype(&engine_plan_tpch) plan_tpch;
  decltype(&engine_plan_release) plan_release;
  decltype(&engine_plan_explain) plan_explain;
  decltype(&engine_plan_encode) plan_encode;
  decltype(&engine_plan_execute) plan_execute;
  decltype(&engine_plan_cancel) plan_cancel;
  decltype(&engine_plan_rows) plan_rows;
  decltype(&engine_plan_next) plan_next;
  decltype(&engine_plan_stream) plan_stream;
  decltype(&engine_plan_step_count) plan_step_count;
  decltype(&engine_plan_step) plan_step;
  decltype(&engine_query_run) query_run;
  decltype(&engine_result_rows) result_rows;
  decltype(&engine_result_columns) result_columns;
  decltype(&engine_result_column_name) result_column_name;
  decltype(&engine_result_field) result_field;
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
