// Names, addresses, telephone numbers and balances, of customers and suppliers alike.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "tpch/outputs.h"

namespace engine::tpch {

inline constexpr int64_t least_balance = -99'999;  // in cents
inline constexpr int64_t most_balance = 999'999;

// Where a text is written; it holds until the next one is.
using TextBuffer = std::array<char, 64>;

// "Customer#000000001". Requires: 0 <= number < 10^9.
std::string_view numbered_name(std::string_view kind, int64_t number, TextBuffer& buffer);

// Each gives every row of the morsel one, of these streams. A telephone number begins with its
// owner's nation.
void write_names(const Morsel& morsel, std::string_view kind, TextOutput& output);
void write_addresses(const Morsel& morsel, int64_t seed, TextOutput& output);
void write_phones(const Morsel& morsel, int64_t seed, int64_t nation_seed, TextOutput& output);

}  // namespace engine::tpch
