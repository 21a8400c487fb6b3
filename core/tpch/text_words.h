// The words of the comment text, by part of speech, with the weights by which they are drawn.
#pragma once

#include <span>
#include <string_view>

namespace engine::tpch {

// Neighbours in a list that have the same weight.
struct EquallyWeighted {
  int weight;              // of each
  std::string_view words;  // with commas between
};
using WeightedWords = std::span<const EquallyWeighted>;

WeightedWords nouns();
WeightedWords verbs();
WeightedWords adverbs();
WeightedWords adjectives();
WeightedWords prepositions();
WeightedWords auxiliaries();
WeightedWords terminators();

}  // namespace engine::tpch
