// A thousand blocks, looked at from three sides.
#include "alloc_overhead/proof.h"

#include <dlfcn.h>
#include <malloc.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

void prove_live(const AllocSubject& subject) {
  auto fail = [&](const std::string& what) {
    throw std::runtime_error(subject.name + ": " + what + "; its times would mean nothing");
  };
  const AllocCases& cases = *subject.cases;
  const AllocDesign& design = *cases.design;
  Dl_info where{};
  if (::dladdr(cases.operator_new, &where) == 0 || where.dli_fname == nullptr ||
      std::string_view(where.dli_fname).find(subject.owner) == std::string_view::npos) {
    fail(std::string("operator new is in ") +
         (where.dli_fname != nullptr ? where.dli_fname : "no known file") + ", expected " +
         subject.owner);
  }

  constexpr int64_t count = 1000;
  constexpr int64_t bytes = 1000;
  std::vector<void*> blocks(count);
  auto balance = [&] { return design.balance != nullptr ? design.balance() : 0; };
  int64_t balance_before = balance();
  int64_t glibc_before = static_cast<int64_t>(::mallinfo2().uordblks);
  int64_t usable = 0;
  for (void*& block : blocks) {
    block = cases.allocate(bytes);
    usable += static_cast<int64_t>(::malloc_usable_size(block));
  }
  int64_t glibc_moved = static_cast<int64_t>(::mallinfo2().uordblks) - glibc_before;
  int64_t balance_moved = balance() - balance_before;
  for (void* block : blocks) cases.release(block);
  // A few blocks may have come from the thread's cache, which glibc counts as in use already.
  if (glibc_moved < count * bytes * 9 / 10) {
    fail("glibc's books moved by " + std::to_string(glibc_moved) + " bytes for " +
         std::to_string(usable));
  }
  if (design.balance == nullptr) return;
  if (balance_moved != usable) {
    fail("the balance moved by " + std::to_string(balance_moved) + " bytes for " +
         std::to_string(usable));
  }
  if (balance() != balance_before) fail("the balance did not return");
}

}  // namespace bench
