// Comparing 16 bytes at a time, in the vector types that Clang and GCC share for all machines.
#include "primitives/byte_search.h"

#include <bit>
#include <cstdint>
#include <cstring>

namespace engine::primitives {
namespace {

constexpr std::size_t width = 16;
constexpr std::size_t bits_of_byte = 8;
constexpr std::size_t bytes_of_half = 8;

using Bytes [[gnu::vector_size(width)]] = char;

Bytes load(const char* from) {
  Bytes bytes;
  std::memcpy(&bytes, from, width);
  return bytes;
}

// All ones where two bytes of a half are equal.
struct Halves {
  uint64_t low;
  uint64_t high;
};

Halves both_equal(Bytes first, Bytes first_wanted, Bytes last, Bytes last_wanted) {
  auto equal = (first == first_wanted) & (last == last_wanted);
  static_assert(sizeof equal == sizeof(Halves));
  Halves halves;
  std::memcpy(&halves, &equal, sizeof halves);
  return halves;
}

// Requires: the piece has two bytes or more, as have the candidates.
bool same_between_ends(const char* candidate, std::string_view piece) {
  return std::memcmp(candidate + 1, piece.data() + 1, piece.size() - 2) == 0;
}

// Of the places at `start` that are marked in half a vector, the first where the piece is.
std::size_t first_of_half(uint64_t marked, const char* start, std::string_view piece) {
  while (marked != 0) {
    std::size_t place = static_cast<std::size_t>(std::countr_zero(marked)) / bits_of_byte;
    if (same_between_ends(start + place, piece)) return place;
    marked &= ~(uint64_t{0xFF} << (place * bits_of_byte));
  }
  return std::string_view::npos;
}

}  // namespace

std::size_t find_bytes(std::string_view text, std::string_view piece) {
  static_assert(std::endian::native == std::endian::little);
  if (piece.size() < 2 || text.size() < width + piece.size() - 1) return text.find(piece);
  const Bytes first_wanted = piece.front() - Bytes{};
  const Bytes last_wanted = piece.back() - Bytes{};
  std::size_t last_start = text.size() - piece.size() - (width - 1);
  for (std::size_t start = 0;; start += width) {
    // The last vector ends with the text, and may repeat places of the one before.
    if (start > last_start) start = last_start;
    const char* from = text.data() + start;
    Halves marked =
        both_equal(load(from), first_wanted, load(from + piece.size() - 1), last_wanted);
    if ((marked.low | marked.high) != 0) {
      std::size_t place = first_of_half(marked.low, from, piece);
      if (place != std::string_view::npos) return start + place;
      place = first_of_half(marked.high, from + bytes_of_half, piece);
      if (place != std::string_view::npos) return start + bytes_of_half + place;
    }
    if (start == last_start) return std::string_view::npos;
  }
}

}  // namespace engine::primitives
