// A verb's result as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace ltoscope {

// Indented, with a line's end. Names of symbols and files may hold any bytes and JSON may not: what
// is no UTF-8 is replaced.
std::string json_document(const nlohmann::ordered_json& json);

}  // namespace ltoscope
