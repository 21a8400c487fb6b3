// The short hash by which results are compared.
#pragma once

#include <string>
#include <string_view>

namespace engine {

// The first 16 hex digits of the SHA-256 of the text.
std::string result_hash(std::string_view text);

}  // namespace engine
