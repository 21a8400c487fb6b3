// The tables' columns, and the words that their generator draws.
#pragma once

#include <array>
#include <string_view>

#include "columns/schema.h"

namespace engine::tpch {

// In the order in which the generator numbers them, which is not the order of their codes.
inline constexpr std::array<std::string_view, 2> drawn_return_flags = {"R", "A"};
inline constexpr std::array<std::string_view, 4> drawn_ship_instructions = {
    "DELIVER IN PERSON", "COLLECT COD", "TAKE BACK RETURN", "NONE"};
inline constexpr std::array<std::string_view, 7> drawn_ship_modes = {
    "REG AIR", "AIR", "RAIL", "TRUCK", "MAIL", "FOB", "SHIP"};

// All columns of lineitem but l_comment.
columns::Schema lineitem_schema();

}  // namespace engine::tpch
