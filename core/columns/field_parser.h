// Turns the text of fields into values of a column.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "columns/column.h"
#include "columns/string_heap.h"

namespace engine::columns {

class FieldParser {
 public:
  // Requires: the column outlives the parser; its storage is not int128.
  explicit FieldParser(Column& column);

  // Writes the value of a row. False, with nothing written, when the text is none of the column's
  // type.
  bool parse(std::string_view field, int64_t row);

  // "a date YYYY-MM-DD".
  std::string expected() const;

  // Lets the column keep the bytes of its strings. Requires: no more parse().
  void finish();

 private:
  bool store(int64_t value, int64_t row);

  Column& column_;
  std::shared_ptr<StringHeap> heap_ = std::make_shared<StringHeap>();
};

}  // namespace engine::columns
