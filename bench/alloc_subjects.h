// The copies of the cases that one benchmark program compares.
#pragma once

#include <string>
#include <vector>

#include "alloc_cases.h"

namespace bench {

struct AllocSubject {
  std::string name;   // "off" or "on", as the benchmark's rows name it
  bool accounts;      // whether its balance must move
  std::string owner;  // part of the path of the file that must hold its operator new
  const AllocCases* cases;
};

// Defined by alloc_subjects_loaded.cc (both, from libraries beside the program) and
// alloc_subjects_linked.cc (the one that is linked in). Throws std::runtime_error when a library
// cannot be loaded.
std::vector<AllocSubject> alloc_subjects(const std::string& program);

}  // namespace bench
