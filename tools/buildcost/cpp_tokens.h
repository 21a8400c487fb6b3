// The tokens of a C or C++ source, as far as finding a function's body needs them: comments,
// preprocessor lines and the insides of string and character literals are left out. No
// preprocessing, so both branches of an #if are seen.
#pragma once

#include <string_view>
#include <vector>

namespace ltoscope::buildcost {

struct Token {
  enum class Kind { word, number, literal, mark } kind;
  std::string_view
      text;  // a view into the source; marks are one character, but "::" and "->" are whole
};

std::vector<Token> tokens_of(std::string_view source);

}  // namespace ltoscope::buildcost
