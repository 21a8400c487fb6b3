// Asks the C++ runtime.
#include "audit/symbol_text.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace ltoscope::audit {
namespace {

// Longer names come from damaged files or from templates that nobody reads; the runtime's time
// grows faster than their length.
constexpr std::size_t longest_name = 64 * 1024;

}  // namespace

std::string demangled(const std::string& symbol) {
  if (!symbol.starts_with("_Z") || symbol.size() > longest_name) return symbol;
  int status = 0;
  std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 && text ? std::string(text.get()) : symbol;
}

}  // namespace ltoscope::audit
