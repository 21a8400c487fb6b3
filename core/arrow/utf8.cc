// Checking sequence by sequence.
#include "arrow/utf8.h"

#include <algorithm>
#include <cstddef>

namespace engine::arrow {
namespace {

using Byte = unsigned char;

constexpr Byte first_beyond_ascii = 0x80;
constexpr Byte least_following = 0x80;
constexpr Byte most_following = 0xbf;

// How a sequence of more than one byte goes on after its first one.
struct Sequence {
  Byte first;  // of a range of first bytes that ends at `last`
  Byte last;
  std::size_t bytes;
  Byte least_second;
  Byte most_second;
};
constexpr Sequence sequences[] = {
    {0xc2, 0xdf, 2, least_following, most_following},
    {0xe0, 0xe0, 3, 0xa0, most_following},  // lower ones would fit two bytes
    {0xe1, 0xec, 3, least_following, most_following},
    {0xed, 0xed, 3, least_following, 0x9f},  // higher ones are surrogates
    {0xee, 0xef, 3, least_following, most_following},
    {0xf0, 0xf0, 4, 0x90, most_following},  // lower ones would fit three bytes
    {0xf1, 0xf3, 4, least_following, most_following},
    {0xf4, 0xf4, 4, least_following, 0x8f},  // higher ones are no code points
};

bool follows(char c) {
  Byte byte = static_cast<Byte>(c);
  return byte >= least_following && byte <= most_following;
}

// The length of the sequence at the front; 0 when it is not well-formed. Requires: not empty.
std::size_t sequence_bytes(std::string_view text) {
  Byte first = static_cast<Byte>(text[0]);
  if (first < first_beyond_ascii) return 1;
  for (const Sequence& sequence : sequences) {
    if (first < sequence.first || first > sequence.last) continue;
    if (text.size() < sequence.bytes) return 0;
    Byte second = static_cast<Byte>(text[1]);
    if (second < sequence.least_second || second > sequence.most_second) return 0;
    return std::ranges::all_of(text.substr(2, sequence.bytes - 2), follows) ? sequence.bytes : 0;
  }
  return 0;
}

}  // namespace

bool is_ascii(std::string_view text) {
  Byte all = 0;
  for (char c : text) all |= static_cast<Byte>(c);
  return all < first_beyond_ascii;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    std::size_t bytes = sequence_bytes(text);
    if (bytes == 0) return false;
    text.remove_prefix(bytes);
  }
  return true;
}

}  // namespace engine::arrow
