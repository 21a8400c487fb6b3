// The forms of the operators, and matching.
#include "audit/watch_list.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <array>

#include "command/failure.h"

namespace ltoscope::audit {
namespace {

constexpr char operator_new[] = "operator new", operator_delete[] = "operator delete";

// The forms that a program may replace: with and without array, alignment, nothrow, size; and those
// that take a hint of how hot the block is. Placement forms allocate nothing and are left out.
constexpr std::array<std::string_view, 16> new_names = {
    "_Znwm",
    "_Znam",
    "_ZnwmRKSt9nothrow_t",
    "_ZnamRKSt9nothrow_t",
    "_ZnwmSt11align_val_t",
    "_ZnamSt11align_val_t",
    "_ZnwmSt11align_val_tRKSt9nothrow_t",
    "_ZnamSt11align_val_tRKSt9nothrow_t",
    "_Znwm12__hot_cold_t",
    "_Znam12__hot_cold_t",
    "_ZnwmRKSt9nothrow_t12__hot_cold_t",
    "_ZnamRKSt9nothrow_t12__hot_cold_t",
    "_ZnwmSt11align_val_t12__hot_cold_t",
    "_ZnamSt11align_val_t12__hot_cold_t",
    "_ZnwmSt11align_val_tRKSt9nothrow_t12__hot_cold_t",
    "_ZnamSt11align_val_tRKSt9nothrow_t12__hot_cold_t",
};
constexpr std::array<std::string_view, 12> delete_names = {
    "_ZdlPv",
    "_ZdaPv",
    "_ZdlPvm",
    "_ZdaPvm",
    "_ZdlPvRKSt9nothrow_t",
    "_ZdaPvRKSt9nothrow_t",
    "_ZdlPvSt11align_val_t",
    "_ZdaPvSt11align_val_t",
    "_ZdlPvmSt11align_val_t",
    "_ZdaPvmSt11align_val_t",
    "_ZdlPvSt11align_val_tRKSt9nothrow_t",
    "_ZdaPvSt11align_val_tRKSt9nothrow_t",
};

bool is_glob(std::string_view text) { return text.find_first_of("*?[") != text.npos; }

}  // namespace

WatchList WatchList::usual() {
  return of({"malloc", "free", tls_lookup, operator_new, operator_delete});
}

WatchList WatchList::of(const std::vector<std::string>& callees) {
  if (callees.size() > most_callees) {
    throw Failure(ExitCode::bad_input,
                  fmt::format("--callee: found {} callees, expected at most {}", callees.size(),
                              most_callees));
  }
  WatchList list;
  for (const std::string& callee : callees) list.add(callee);
  return list;
}

void WatchList::add(const std::string& callee) {
  if (callee.empty()) {
    throw Failure(ExitCode::bad_input, "--callee: found nothing, expected a function's name");
  }
  if (std::find(names_.begin(), names_.end(), callee) != names_.end()) {
    throw Failure(ExitCode::bad_input,
                  fmt::format("--callee: found {} twice, expected it once", callee));
  }
  CalleeSet set = callee_set(names_.size());
  names_.push_back(callee);
  if (callee == operator_new) {
    for (std::string_view name : new_names) add_symbol(name, set);
  } else if (callee == operator_delete) {
    for (std::string_view name : delete_names) add_symbol(name, set);
  } else if (is_glob(callee)) {
    globs_.emplace_back(callee, set);
  } else {
    add_symbol(callee, set);
  }
}

void WatchList::add_symbol(std::string_view symbol, CalleeSet set) {
  by_symbol_[std::string(symbol)] |= set;
  longest_ = std::max(longest_, symbol.size());
}

CalleeSet WatchList::named(std::string_view symbol) const {
  CalleeSet callees = 0;
  if (symbol.size() <= longest_) {
    if (auto found = by_symbol_.find(symbol); found != by_symbol_.end()) callees = found->second;
  }
  if (globs_.empty()) return callees;
  std::string text(symbol);
  for (const auto& [glob, set] : globs_) {
    if (fnmatch(glob.c_str(), text.c_str(), 0) == 0) callees |= set;
  }
  return callees;
}

}  // namespace ltoscope::audit
