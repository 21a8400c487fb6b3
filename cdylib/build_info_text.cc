// Renders engine::build_information() and the allocator's facts.
#include "build_info_text.h"

#include <cstdio>

#include "engine.h"

namespace cdylib {
namespace {

// In a fixed array: a block from operator new that is kept for good would keep the balance from
// returning to 0.
struct Text {
  char bytes[1024];
};

Text rendered() {
  Text text;
  const engine::BuildInformation& build = engine::build_information();
  const engine::MemoryUsage memory = engine::memory_usage();
  std::snprintf(text.bytes, sizeof text.bytes,
                "version=%s\nlto=%s\nmembers=%s\ncompiler=%s\nmarch=%s\nbackend=%s\ncounter=%s\n"
                "counter_reason=%s\n",
                build.version, build.lto, build.members, build.compiler, build.march,
                engine::memory_backend(), memory.design, memory.reason);
  return text;
}

}  // namespace

const char* build_info_text() noexcept {
  static const Text text = rendered();
  return text.bytes;
}

}  // namespace cdylib
