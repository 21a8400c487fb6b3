// The one guard between C++ exceptions and callers that know none: every entry point runs its work
// through it.
#pragma once

#include <string>
#include <utility>

#include "engine_api.h"

namespace cdylib {

struct Failure {
  engine_status status;
  std::string text;
};

// What the exception in flight means to a caller. Requires: called from a catch block. Does not
// throw; where there is no memory for the text, the text is short.
Failure describe_current_exception() noexcept;

// The calling thread's last failure text, "" after a success. In memory that needs no allocation,
// since the failure may be that there is none.
const char* last_error() noexcept;
void remember(const char* text) noexcept;

// Runs work and gives what it returns; when it throws, remembers the failure and gives what
// on_failure makes of the Failure.
template <class Work, class OnFailure>
auto guarded(Work&& work, OnFailure&& on_failure) noexcept -> decltype(work()) {
  try {
    remember("");
    return std::forward<Work>(work)();
  } catch (...) {
    Failure failure = describe_current_exception();
    remember(failure.text.c_str());
    return std::forward<OnFailure>(on_failure)(failure);
  }
}

}  // namespace cdylib
