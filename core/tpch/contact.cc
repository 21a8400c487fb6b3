// Writing them digit by digit.
#include "tpch/contact.h"

#include "tpch/words.h"

namespace engine::tpch {
namespace {

constexpr std::string_view address_alphabet =
    "0123456789abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ,";
static_assert(address_alphabet.size() == 64);

constexpr int64_t draws_per_address = 9;
constexpr int64_t draws_per_phone = 3;

// The last `digits` decimal digits of number. Gives one past them.
char* write_digits(int64_t number, int digits, char* start) {
  for (int digit = digits - 1; digit >= 0; --digit) {
    start[digit] = static_cast<char>('0' + number % 10);
    number /= 10;
  }
  return start + digits;
}

// 10 to 40 letters, digits, blanks and commas.
std::string_view random_address(RandomStream& stream, TextBuffer& buffer) {
  constexpr int64_t characters_per_draw = 5, bits = 6, mask = 63;
  int64_t length = stream.uniform(10, 40);
  int64_t drawn = 0;
  for (int64_t i = 0; i < length; ++i) {
    if (i % characters_per_draw == 0) drawn = stream.overflowed();
    // Draws are negative: the shift keeps their sign.
    buffer[i] = address_alphabet[drawn & mask];
    drawn >>= bits;
  }
  return {buffer.data(), static_cast<std::size_t>(length)};
}

// "25-989-741-2988": the nation, counted from 10, and three random groups.
std::string_view random_phone(int64_t nation, RandomStream& stream, TextBuffer& buffer) {
  char* end = write_digits(10 + nation, 2, buffer.data());
  *end++ = '-';
  end = write_digits(stream.uniform(100, 999), 3, end);
  *end++ = '-';
  end = write_digits(stream.uniform(100, 999), 3, end);
  *end++ = '-';
  end = write_digits(stream.uniform(1'000, 9'999), 4, end);
  return {buffer.data(), end};
}

}  // namespace

std::string_view numbered_name(std::string_view kind, int64_t number, TextBuffer& buffer) {
  constexpr int digits = 9;
  char* end = buffer.data() + kind.copy(buffer.data(), kind.size());
  *end++ = '#';
  end = write_digits(number, digits, end);
  return {buffer.data(), end};
}

void write_names(const Morsel& morsel, std::string_view kind, TextOutput& output) {
  TextBuffer buffer;
  output.write(morsel, [&](int64_t row) { return numbered_name(kind, row + 1, buffer); });
}

void write_addresses(const Morsel& morsel, int64_t seed, TextOutput& output) {
  RandomStream stream(seed, draws_per_address, morsel.rows.first);
  TextBuffer buffer;
  output.write(morsel, [&](int64_t) {
    std::string_view address = random_address(stream, buffer);
    stream.next_row();
    return address;
  });
}

void write_phones(const Morsel& morsel, int64_t seed, int64_t nation_seed, TextOutput& output) {
  RandomStream stream(seed, draws_per_phone, morsel.rows.first);
  RandomStream nation_draws(nation_seed, 1, morsel.rows.first);
  int64_t last_nation = std::ssize(nations()) - 1;
  TextBuffer buffer;
  output.write(morsel, [&](int64_t) {
    std::string_view phone = random_phone(nation_draws.uniform(0, last_nation), stream, buffer);
    stream.next_row();
    nation_draws.next_row();
    return phone;
  });
}

}  // namespace engine::tpch
