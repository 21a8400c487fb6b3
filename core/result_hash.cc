// SHA-256 by libmd.
#include "result_hash.h"

#include <sha2.h>

#include <array>
#include <cstdint>

namespace engine {
namespace {

constexpr std::size_t hash_digits = 16;

}  // namespace

std::string result_hash(std::string_view text) {
  std::array<char, SHA256_DIGEST_STRING_LENGTH> digits;
  SHA256Data(reinterpret_cast<const uint8_t*>(text.data()), text.size(), digits.data());
  return std::string(digits.data(), hash_digits);
}

}  // namespace engine
