// Whose operators new and delete a library uses: its own, the host's, or both, which breaks: a
// block is then taken from one allocator and given to the other.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "audit/library.h"

namespace ltoscope::audit {

// By mangled name, all forms: sized, aligned, nothrow.
bool is_operator_new_or_delete(std::string_view symbol_name);

struct Operators {
  std::vector<std::string> exported;       // defined, and found by others
  std::vector<std::string> local;          // defined for this library alone
  std::vector<std::string> imported;       // weak imports apart: they may stay unresolved
  std::vector<std::string> cxx_libraries;  // needed shared libraries that allocate in C++, too
  // Set when the file was stripped, so that local may miss some.
  std::optional<std::string> doubt;
};

Operators find_operators(const Library& library);

// Why blocks can cross two allocators, one text for each fault; empty: they cannot, as far as the
// file says. Approximate in one point: of a stripped file that imports the plain forms, no other
// forms are assumed to be defined inside.
std::vector<std::string> allocator_faults(const Operators& operators);

// Why allocator_faults does not tell of this file, or nothing.
std::optional<std::string> allocator_doubt(const Operators& operators);

}  // namespace ltoscope::audit
