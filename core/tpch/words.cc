// The lists of words.
#include "tpch/words.h"

#include <array>

namespace engine::tpch {
namespace {

using Word = std::string_view;

}  // namespace

WordList region_names() {
  static constexpr std::array<Word, 5> list = {"AFRICA", "AMERICA", "ASIA", "EUROPE",
                                               "MIDDLE EAST"};
  return list;
}

WordList drawn_return_flags() {
  static constexpr std::array<Word, 2> list = {"R", "A"};
  return list;
}

WordList drawn_ship_instructions() {
  static constexpr std::array<Word, 4> list = {"DELIVER IN PERSON", "COLLECT COD",
                                               "TAKE BACK RETURN", "NONE"};
  return list;
}

WordList drawn_ship_modes() {
  static constexpr std::array<Word, 7> list = {"REG AIR", "AIR", "RAIL", "TRUCK",
                                               "MAIL",    "FOB", "SHIP"};
  return list;
}

WordList order_priorities() {
  static constexpr std::array<Word, 5> list = {"1-URGENT", "2-HIGH", "3-MEDIUM", "4-NOT SPECIFIED",
                                               "5-LOW"};
  return list;
}

WordList market_segments() {
  static constexpr std::array<Word, 5> list = {"AUTOMOBILE", "BUILDING", "FURNITURE", "HOUSEHOLD",
                                               "MACHINERY"};
  return list;
}

WordList colors() {
  static constexpr std::array<Word, 92> list = {
      "almond",   "antique",   "aquamarine", "azure",      "beige",     "bisque",    "black",
      "blanched", "blue",      "blush",      "brown",      "burlywood", "burnished", "chartreuse",
      "chiffon",  "chocolate", "coral",      "cornflower", "cornsilk",  "cream",     "cyan",
      "dark",     "deep",      "dim",        "dodger",     "drab",      "firebrick", "floral",
      "forest",   "frosted",   "gainsboro",  "ghost",      "goldenrod", "green",     "grey",
      "honeydew", "hot",       "indian",     "ivory",      "khaki",     "lace",      "lavender",
      "lawn",     "lemon",     "light",      "lime",       "linen",     "magenta",   "maroon",
      "medium",   "metallic",  "midnight",   "mint",       "misty",     "moccasin",  "navajo",
      "navy",     "olive",     "orange",     "orchid",     "pale",      "papaya",    "peach",
      "peru",     "pink",      "plum",       "powder",     "puff",      "purple",    "red",
      "rose",     "rosy",      "royal",      "saddle",     "salmon",    "sandy",     "seashell",
      "sienna",   "sky",       "slate",      "smoke",      "snow",      "spring",    "steel",
      "tan",      "thistle",   "tomato",     "turquoise",  "violet",    "wheat",     "white",
      "yellow",
  };
  return list;
}

std::vector<std::string> part_manufacturers() {
  std::vector<std::string> manufacturers;
  for (int number = 1; number <= 5; ++number) {
    manufacturers.push_back("Manufacturer#" + std::to_string(number));
  }
  return manufacturers;
}

std::vector<std::string> part_brands() {
  std::vector<std::string> brands;
  for (int manufacturer = 1; manufacturer <= 5; ++manufacturer) {
    for (int number = 1; number <= 5; ++number) {
      brands.push_back("Brand#" + std::to_string(10 * manufacturer + number));
    }
  }
  return brands;
}

std::vector<std::string> part_types() {
  static constexpr std::array<Word, 6> sizes = {"STANDARD", "SMALL",   "MEDIUM",
                                                "LARGE",    "ECONOMY", "PROMO"};
  static constexpr std::array<Word, 5> finishes = {"ANODIZED", "BURNISHED", "PLATED", "POLISHED",
                                                   "BRUSHED"};
  static constexpr std::array<Word, 5> metals = {"TIN", "NICKEL", "BRASS", "STEEL", "COPPER"};
  std::vector<std::string> types;
  for (Word size : sizes) {
    for (Word finish : finishes) {
      for (Word metal : metals) {
        types.push_back(std::string(size) + " " + std::string(finish) + " " + std::string(metal));
      }
    }
  }
  return types;
}

std::vector<std::string> part_containers() {
  static constexpr std::array<Word, 5> sizes = {"SM", "LG", "MED", "JUMBO", "WRAP"};
  static constexpr std::array<Word, 8> kinds = {"CASE", "BOX", "BAG", "JAR",
                                                "PACK", "PKG", "CAN", "DRUM"};
  std::vector<std::string> containers;
  for (Word size : sizes) {
    for (Word kind : kinds) containers.push_back(std::string(size) + " " + std::string(kind));
  }
  return containers;
}

std::span<const Nation> nations() {
  static constexpr std::array<Nation, 25> list = {{
      {"ALGERIA", 0},       {"ARGENTINA", 1}, {"BRAZIL", 1}, {"CANADA", 1},
      {"EGYPT", 4},         {"ETHIOPIA", 0},  {"FRANCE", 3}, {"GERMANY", 3},
      {"INDIA", 2},         {"INDONESIA", 2}, {"IRAN", 4},   {"IRAQ", 4},
      {"JAPAN", 2},         {"JORDAN", 4},    {"KENYA", 0},  {"MOROCCO", 0},
      {"MOZAMBIQUE", 0},    {"PERU", 1},      {"CHINA", 2},  {"ROMANIA", 3},
      {"SAUDI ARABIA", 4},  {"VIETNAM", 2},   {"RUSSIA", 3}, {"UNITED KINGDOM", 3},
      {"UNITED STATES", 1},
  }};
  return list;
}

}  // namespace engine::tpch
