// What stops the import of a table, as one line: the column, batch and row where there are such,
// what was found and what was expected. Batches and rows count from 0, rows throughout the table.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace engine::arrow {

class ImportError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Throws an ImportError. `place` is empty or ends in ": ".
[[noreturn]] void fail_import(std::string_view place, std::string_view found,
                              std::string_view expected);

// Where an array is, for messages about it.
struct Place {
  [[noreturn]] void fail(std::string_view found, std::string_view expected) const;
  // Of a row of the array.
  [[noreturn]] void fail(int64_t row, std::string_view found, std::string_view expected) const;

  std::string before(const std::string& where) const;

  std::string column;  // as messages name it; empty: the array is the batch itself
  int64_t batch;
  std::optional<int64_t> first_row;  // in the table; none: the rows are not those of the table
};

}  // namespace engine::arrow
