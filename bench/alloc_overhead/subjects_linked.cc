// The one copy of the cases that is linked into this program.
#include "alloc_overhead/subjects.h"

namespace bench {

std::vector<AllocSubject> alloc_subjects(const std::string& program) {
  std::string name = alloc_design().name;
  // Without operators of its own, the program's are the shared libstdc++'s.
  return {{name, ALLOC_BACKENDS, name == "stock" ? "libstdc++.so" : program, alloc_cases()}};
}

}  // namespace bench
