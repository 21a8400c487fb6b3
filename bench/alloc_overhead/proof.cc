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
  auto of_glibc = [] { return static_cast<int64_t>(::mallinfo2().uordblks); };
  int64_t balance_before = balance(), booked = design.booked_bytes(), glibc = of_glibc();
  int64_t usable = 0;
  for (void*& block : blocks) {
    block = cases.allocate(bytes);
    usable += design.usable_bytes(block);
  }
  int64_t booked_moved = design.booked_bytes() - booked;
  int64_t glibc_moved = of_glibc() - glibc;
  int64_t balance_moved = balance() - balance_before;
  for (void* block : blocks) cases.release(block, bytes);
  auto moved = [&](const std::string& whose, int64_t by) {
    fail(whose + " moved by " + std::to_string(by) + " bytes for " + std::to_string(usable));
  };
  // A few blocks may have come from the thread's cache, which is in use already for the books.
  constexpr int64_t least = count * bytes * 9 / 10;
  std::string backend = design.backend;
  if (booked_moved < least) moved("the books of " + backend, booked_moved);
  bool is_glibcs = backend.starts_with("glibc");
  if (!is_glibcs && glibc_moved >= least) moved("glibc's books", glibc_moved);
  if (design.balance == nullptr) return;
  if (balance_moved != usable) moved("the balance", balance_moved);
  if (balance() != balance_before) fail("the balance did not return");
}

}  // namespace bench
