// How all verbs write it.
#include "command/json_document.h"

#include <nlohmann/json.hpp>

namespace ltoscope {

std::string json_document(const nlohmann::ordered_json& json) {
  constexpr auto replace = nlohmann::ordered_json::error_handler_t::replace;
  return json.dump(2, ' ', false, replace) + "\n";
}

}  // namespace ltoscope
