// The policies that are part of the command, as TOML text. Their files are in policies/.
#pragma once

#include <span>
#include <string_view>

namespace ltoscope::gate {

struct BuiltinPolicy {
  std::string_view name;  // "jni"
  std::string_view text;
};

std::span<const BuiltinPolicy> builtin_policies();

}  // namespace ltoscope::gate
