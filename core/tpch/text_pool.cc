// Writing the sentences. Each word costs one draw, one look-up and one copy of fixed size; which
// phrases a sentence has is branched on, but what is in a phrase is not: a word that is left out is
// a draw from a list of one empty word that takes no draw. Wrong guesses by the processor would
// cost more than the empty copies.
#include "tpch/text_pool.h"

#include <array>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "tpch/random_run.h"
#include "tpch/text_words.h"

namespace engine::tpch {
namespace {

constexpr int64_t seed = 933588178;

// A word as it is copied: always all bytes, of which `length` count.
struct Piece {
  char text[31] = {};
  uint8_t length = 0;
};
static_assert(sizeof(Piece) == 32);

// Words to draw one from.
struct List {
  // Of each word its text with `after` behind it.
  List(WeightedWords words, std::string_view after);
  // Of nothing but the empty word, without a draw.
  List() : draws(0), weights(1), numbers{0}, pieces(1) {}

  void add(std::string_view word, int weight, std::string_view after);

  int64_t draws = 1;
  uint64_t weights = 0;          // the sum of all
  std::vector<uint8_t> numbers;  // of the words, each as often as its weight
  std::vector<Piece> pieces;
};

List::List(WeightedWords words, std::string_view after) {
  for (const EquallyWeighted& neighbours : words) {
    std::string_view rest = neighbours.words;
    for (;;) {
      std::size_t comma = rest.find(',');
      add(rest.substr(0, comma), neighbours.weight, after);
      if (comma == rest.npos) break;
      rest.remove_prefix(comma + 1);
    }
  }
}

void List::add(std::string_view word, int weight, std::string_view after) {
  std::string text = std::string(word) + std::string(after);
  Piece& piece = pieces.emplace_back();
  assert(text.size() <= sizeof piece.text);
  text.copy(piece.text, text.size());
  piece.length = static_cast<uint8_t>(text.size());
  numbers.insert(numbers.end(), weight, static_cast<uint8_t>(pieces.size() - 1));
  weights += weight;
}

// Which lists a phrase draws from, in order; one of a phrase's forms.
template <int words>
using Form = std::array<const List*, words>;

// More than the longest sentence takes: three noun phrases and a verb phrase of three words each,
// two prepositions and a terminator, with a draw for the form of each phrase and of the sentence.
constexpr int64_t most_draws = 32;
constexpr int64_t most_bytes = most_draws * sizeof(Piece);

class Writer {
 public:
  explicit Writer(char* start);

  // Until `end`; writes up to most_bytes beyond it.
  void write_until(const char* end);

 private:
  void write_sentence();

  void noun_phrase() { phrase(noun_phrases_); }
  void verb_phrase() { phrase(verb_phrases_); }
  void prepositional_phrase() {
    word(prepositions_);
    noun_phrase();
  }

  template <class Forms>
  void phrase(const Forms& forms) {
    for (const List* list : forms[draw(forms.size())]) word(*list);
  }

  void terminator() {
    --end_;  // the blank after the last word
    word(terminators_);
  }

  uint64_t draw(uint64_t count) { return RandomRun::uniform(*draws_++, count); }

  void word(const List& list) {
    const Piece& piece = list.pieces[list.numbers[RandomRun::uniform(*draws_, list.weights)]];
    std::memcpy(end_, &piece, sizeof piece);
    end_ += piece.length;
    draws_ += list.draws;
  }

  List none_;
  List nouns_{nouns(), " "};
  List verbs_{verbs(), " "};
  List adverbs_{adverbs(), " "};
  List adjectives_{adjectives(), " "};
  List first_adjectives_{adjectives(), ", "};
  List prepositions_{prepositions(), " the "};
  List auxiliaries_{auxiliaries(), " "};
  List terminators_{terminators(), " "};
  // As often as their weights.
  std::vector<Form<3>> noun_phrases_;
  std::vector<Form<3>> verb_phrases_;

  RandomRun run_{seed};
  const uint32_t* draws_ = nullptr;
  char* end_;
};

Writer::Writer(char* start) : end_(start) {
  // Divided by ten, the weights draw the same forms.
  noun_phrases_.insert(noun_phrases_.end(), 1, {&none_, &none_, &nouns_});
  noun_phrases_.insert(noun_phrases_.end(), 2, {&none_, &adjectives_, &nouns_});
  noun_phrases_.insert(noun_phrases_.end(), 1, {&first_adjectives_, &adjectives_, &nouns_});
  noun_phrases_.insert(noun_phrases_.end(), 5, {&adverbs_, &adjectives_, &nouns_});
  verb_phrases_.insert(verb_phrases_.end(), 30, {&none_, &verbs_, &none_});
  verb_phrases_.insert(verb_phrases_.end(), 1, {&auxiliaries_, &verbs_, &none_});
  verb_phrases_.insert(verb_phrases_.end(), 40, {&none_, &verbs_, &adverbs_});
  verb_phrases_.insert(verb_phrases_.end(), 1, {&auxiliaries_, &verbs_, &adverbs_});
}

void Writer::write_until(const char* end) {
  while (end_ < end) {
    draws_ = run_.at_least(most_draws);
    const uint32_t* first = draws_;
    write_sentence();
    run_.advance(draws_ - first);
  }
}

void Writer::write_sentence() {
  // By weight: three each of N V T, N V P T and N V N T, one each of N P V N T and N P V P T, where
  // N, V and P are the phrases and T the terminator.
  constexpr uint64_t forms = 11;
  uint64_t form = draw(forms);
  noun_phrase();
  if (form >= 9) prepositional_phrase();
  verb_phrase();
  if ((form >= 3 && form < 6) || form == 10) {
    prepositional_phrase();
  } else if (form >= 6) {
    noun_phrase();
  }
  terminator();
}

}  // namespace

TextPool::TextPool() : bytes_(text_pool_bytes + most_bytes) {
  char* text = reinterpret_cast<char*>(bytes_.data());
  Writer writer(text);
  writer.write_until(text + text_pool_bytes);
}

std::string_view TextPool::text() const {
  return {reinterpret_cast<const char*>(bytes_.data()), text_pool_bytes};
}

std::shared_ptr<const TextPool> TextPoolSource::pool() {
  std::lock_guard lock(mutex_);
  std::shared_ptr<const TextPool> pool = last_.lock();
  if (!pool) {
    pool = std::make_shared<const TextPool>();
    last_ = pool;
  }
  return pool;
}

}  // namespace engine::tpch
