// The one copy of the cases that is linked into this program.
#include "alloc_balance.h"
#include "alloc_subjects.h"

namespace bench {

std::vector<AllocSubject> alloc_subjects(const std::string& program) {
  bool accounts = accounted_balance != nullptr;
  // Without our operators the program's are the shared libstdc++'s.
  return {{accounts ? "on" : "off", accounts, accounts ? program : "libstdc++.so", alloc_cases()}};
}

}  // namespace bench
