// The copies of the cases that one benchmark program compares.
#pragma once

#include <string>
#include <vector>

#include "alloc_overhead/cases.h"

namespace bench {

struct AllocSubject {
  std::string name;     // of its design, as rows name it; "uncounted again" for the second copy
  std::string backend;  // "jemalloc"
  std::string owner;    // part of the path of the file that must hold its operator new
  const AllocCases* cases;
};

// Defined by subjects_loaded.cc (one of each design and backend, from libraries beside the program)
// and subjects_linked.cc (the one that is linked in). Throws std::runtime_error when a library
// cannot be loaded.
std::vector<AllocSubject> alloc_subjects(const std::string& program);

}  // namespace bench
