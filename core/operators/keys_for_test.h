// Columns of keys drawn at random, of all kinds that joins and groups take.
#pragma once

#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "expressions/input_for_test.h"

namespace engine::operators {

enum class KeyKind : uint8_t {
  same,      // of one value: no bits
  small,     // a few about zero, of int32 storage
  byte,      // of uint8 storage
  whole_32,  // anything of 32 bits, mostly the ends
  whole_64,  // anything of 64 bits, mostly the ends
  text,
};

inline std::string name_of(const std::vector<KeyKind>& kinds) {
  constexpr const char* names[] = {"same", "small", "byte", "whole_32", "whole_64", "text"};
  std::string text;
  for (KeyKind kind : kinds) text += std::string(names[static_cast<int>(kind)]) + " ";
  return text;
}

// `wide`: some keys are such as no narrow column has.
inline columns::NamedColumn keys_for_test(KeyKind kind, std::string name, int64_t count, bool wide,
                                          std::mt19937& random) {
  auto filled = [&]<class Value>(Value, const auto& draw) {
    std::vector<Value> values(count);
    for (Value& value : values) value = static_cast<Value>(draw());
    return columns::column_for_test(name, columns::integer(columns::storage_of<Value>()), values);
  };
  auto end = [&]<class Value>(Value) {
    Value low = std::numeric_limits<Value>::min();
    return static_cast<Value>(random() % 2 == 0 ? low + random() % 3 : ~low - random() % 3);
  };
  int64_t spread = wide ? 20 : 5;
  switch (kind) {
    case KeyKind::same:
      return filled(int32_t(), [&] { return wide ? -8 + random() % 2 : -8; });
    case KeyKind::small:
      return filled(int32_t(),
                    [&] { return static_cast<int64_t>(random() % spread) - spread / 2; });
    case KeyKind::byte:
      return filled(uint8_t(), [&] { return wide ? random() % 256 : 100 + random() % 7; });
    case KeyKind::whole_32:
      return filled(int32_t(), [&] { return wide ? random() % 9 : end(int32_t()); });
    case KeyKind::whole_64:
      return filled(int64_t(), [&] { return wide ? random() % 9 : end(int64_t()); });
    case KeyKind::text:
      break;
  }
  std::vector<std::string> texts;
  for (int64_t row = 0; row < count; ++row) {
    texts.push_back(std::string(random() % spread, 'x') + (random() % 2 == 0 ? "" : "a long text"));
  }
  return columns::texts_for_test(name, texts);
}

inline const std::vector<std::vector<KeyKind>>& kinds_of_keys() {
  using enum KeyKind;
  static const std::vector<std::vector<KeyKind>> kinds = {
      {same},
      {small},
      {byte},
      {whole_32},
      {whole_64},
      {text},
      {small, byte},
      {byte, whole_32, small},
      {same, same},
      {same, small},
      {small, same},
      {whole_64, same},
      {same, whole_64},
      {whole_64, small},
      {whole_32, whole_32},
      {whole_32, whole_32, byte},
      {whole_64, whole_64, whole_64},
      {text, small},
      {whole_32, text},
      {text, text, text},
      {text, whole_64, text},
  };
  return kinds;
}

inline expressions::InputForTest input_of_keys(const std::vector<KeyKind>& kinds, int64_t count,
                                               bool wide, std::mt19937& random) {
  std::vector<columns::NamedColumn> named;
  for (KeyKind kind : kinds) {
    named.push_back(keys_for_test(kind, "k" + std::to_string(named.size()), count, wide, random));
  }
  return expressions::InputForTest(columns::table_for_test(std::move(named)));
}

// All keys of a row.
inline std::string keys_text(const columns::Table& table, int64_t row) {
  std::string text;
  for (const columns::Column& column : table.columns) {
    text += expressions::value_text(column, row) + "|";
  }
  return text;
}

}  // namespace engine::operators
