// A query's result in canonical form: what the engine hands out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "columns/table.h"

namespace engine {

struct Result {
  explicit Result(const columns::Table& table);

  int64_t row_count;
  std::vector<std::string> column_names;
  std::vector<std::string> fields;  // row by row
  std::string text;                 // fields joined by '|', '\n' after every row
  std::string hash;                 // of the text
};

}  // namespace engine
