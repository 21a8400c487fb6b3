// The names under which a Java virtual machine looks for native methods in a library, as the Java
// Native Interface defines them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gate/java_class.h"

namespace ltoscope::gate {

// "Java_org_acme_Engine_open".
std::string short_jni_name(const NativeMethod& method);
// With the arguments' types: "Java_org_acme_Engine_open__ILjava_lang_String_2". Requires: a
// descriptor.
std::string long_jni_name(const NativeMethod& method);

// A method and the symbols of which one must be there. The short name serves one method alone: for
// each of several native ones with the same name it must be the long one.
struct WantedMethod {
  std::string java_name;             // "org.acme.Engine.open(ILjava/lang/String;)J"
  std::vector<std::string> symbols;  // any of them
};

std::vector<WantedMethod> wanted_of(const std::vector<NativeMethod>& methods);

// A method written as "org.acme.Engine.open", with arguments as a descriptor
// ("org.acme.Engine.open(I)J") or as Java writes them ("org.acme.Engine.open(int,
// java.lang.String[])"). Nothing when it is none of these; then expected says what is missing.
std::optional<NativeMethod> parse_java_signature(std::string_view text, std::string& expected);

}  // namespace ltoscope::gate
