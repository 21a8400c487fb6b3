// For libFuzzer: any bytes are either refused in one line or a Java class, each of whose native
// methods is found under names that a C compiler can write.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "command/failure.h"
#include "elf/spoiled_file.h"
#include "gate/jni_names.h"

namespace {

using namespace ltoscope;

// Not assert: presets without it must stop as well.
void require_true(bool holds) {
  if (!holds) std::abort();
}

bool is_c_name(std::string_view text) {
  constexpr std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
  return text.starts_with("Java_") && text.find_first_not_of(letters) == text.npos;
}

void read_class(const std::string& path) {
  std::vector<gate::NativeMethod> methods = gate::native_methods_of_class(path);
  std::vector<gate::WantedMethod> wanted = gate::wanted_of(methods);
  require_true(wanted.size() == methods.size());
  for (const gate::WantedMethod& method : wanted) {
    require_true(!method.symbols.empty());
    for (const std::string& symbol : method.symbols) require_true(is_c_name(symbol));
  }
}

}  // namespace

extern "C" __attribute__((visibility("default"))) int LLVMFuzzerTestOneInput(const uint8_t* data,
                                                                             std::size_t size) {
  try {
    read_class(elf::spoiled_file(data, size));
  } catch (const Failure& failure) {
    std::string_view line = failure.what();
    require_true(!line.empty() && !line.contains('\n'));
  }
  return 0;
}
