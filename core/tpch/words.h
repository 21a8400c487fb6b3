// The words that the generator draws, each list in the order in which its draws number it. That
// order is not the one of dictionary codes, which is by spelling.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine::tpch {

using WordList = std::span<const std::string_view>;

WordList region_names();
WordList drawn_return_flags();
WordList drawn_ship_instructions();
WordList drawn_ship_modes();
WordList order_priorities();
WordList market_segments();
WordList colors();  // of which a part's name has five

// "Manufacturer#1" to 5.
std::vector<std::string> part_manufacturers();
// "Brand#11": the digit of the manufacturer, then one from 1 to 5.
std::vector<std::string> part_brands();
// "STANDARD ANODIZED TIN": every combination of three syllables, the last one turning fastest.
std::vector<std::string> part_types();
// "SM CASE": as part_types(), of two syllables.
std::vector<std::string> part_containers();

struct Nation {
  std::string_view name;
  int32_t region;  // counted from 0
};
std::span<const Nation> nations();

}  // namespace engine::tpch
