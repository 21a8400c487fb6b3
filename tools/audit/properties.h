// What the loader and the kernel will meet in one library: where it searches for others, what it
// asks of them, how its memory is protected, how its thread-locals are placed, who made it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "audit/library.h"
#include "audit/operators.h"
#include "audit/page_layout.h"
#include "audit/version_floor.h"

namespace ltoscope::audit {

// A value, or why there is none.
template <class Value>
struct Finding {
  std::optional<Value> value;
  std::string reason;  // empty when there is a value
};

enum class RelroKind {
  none,     // everything that was relocated stays writable
  partial,  // some slots, through which functions are called, stay writable
  full,     // all slots become read-only after start
};

struct Properties {
  std::string machine;
  std::optional<std::string> soname;
  std::vector<std::string> needed;
  std::vector<std::string> search_paths;  // of DT_RPATH, then DT_RUNPATH; one folder each

  // Judged by segments and slots; what the flags promise does not count.
  Finding<RelroKind> relro;
  bool bind_now = false;
  // A file that says nothing of its stack gets one that holds code on most machines.
  bool stack_is_declared = false;
  bool executable_stack = true;
  Finding<int64_t> text_relocations;  // relocations in pages that are not writable

  bool static_tls = false;  // DF_STATIC_TLS
  Finding<int64_t> static_tls_relocations;
  std::vector<std::string> static_tls_symbols;  // of them, those that have a name
  int64_t tls_bytes = 0;                        // for each thread

  PageLayout pages;
  std::vector<VersionFloor> floors;
  std::optional<std::string> linker;  // GNU ld does not name itself
  std::vector<std::string> compilers;
  Operators operators;
};

Properties properties_of(const Library& library);

// "none", "partial", "full".
std::string_view relro_name(RelroKind kind);

}  // namespace ltoscope::audit
