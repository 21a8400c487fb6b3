// Which native methods a compiled Java class declares: what a library must offer to it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ltoscope::gate {

// A native method, as the class file has it: names in modified UTF-8.
struct NativeMethod {
  std::string class_name;  // "org/acme/Engine$Inner"
  std::string name;        // "open"
  std::string descriptor;  // "(ILjava/lang/String;)J"; empty: not known
};

// In the order of the file. Throws Failure(bad_input) for what is not a class file.
std::vector<NativeMethod> native_methods_of_class(const std::filesystem::path& class_file);

}  // namespace ltoscope::gate
