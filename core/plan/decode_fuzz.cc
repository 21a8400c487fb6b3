// For libFuzzer: any bytes are either refused in one line or a plan whose encoding they are.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "plan/encoding.h"
#include "plan/explain.h"
#include "plan/plan_error.h"

namespace {

using engine::plan::Node;

// Not assert: presets without it must stop as well.
void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" __attribute__((visibility("default"))) int LLVMFuzzerTestOneInput(const uint8_t* data,
                                                                             std::size_t size) {
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    Node plan = engine::plan::decode(bytes);
    require(engine::plan::encode(plan) == bytes);
    require(is_same(plan, engine::plan::decode(bytes)));
    require(engine::plan::explain(plan).ends_with('\n'));
  } catch (const engine::plan::PlanError& error) {
    std::string_view line = error.what();
    require(line.starts_with("byte ") && !line.contains('\n'));
  }
  return 0;
}
