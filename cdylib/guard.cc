// Turns exceptions into a status and a remembered line of text.
#include "guard.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <new>

#include "engine.h"

namespace cdylib {
namespace {

constexpr std::size_t longest_text = 511;

// Constant-initialised and without a destructor, as the accounting's own thread-local: usable at
// any time in a thread's life.
constinit thread_local char error_text[longest_text + 1] = {};

Failure with_text(engine_status status, const char* text) noexcept {
  try {
    return {status, text};
  } catch (...) {
    return {ENGINE_OUT_OF_MEMORY, {}};
  }
}

}  // namespace

Failure describe_current_exception() noexcept {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return {ENGINE_OUT_OF_MEMORY, "out of memory"};  // short enough to need no allocation
  } catch (const engine::Cancelled& error) {
    return with_text(ENGINE_CANCELLED, error.what());
  } catch (const std::exception& error) {
    return with_text(ENGINE_ERROR, error.what());
  } catch (...) {
    return with_text(ENGINE_ERROR, "an exception of unknown type");
  }
}

const char* last_error() noexcept { return error_text; }

void remember(const char* text) noexcept {
  std::size_t length = std::min(std::strlen(text), longest_text);
  std::memcpy(error_text, text, length);
  error_text[length] = '\0';
}

}  // namespace cdylib
