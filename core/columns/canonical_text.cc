// Printing a value by what its type means.
#include "columns/canonical_text.h"

#include <cassert>
#include <cstddef>
#include <string_view>
#include <utility>

#include "columns/date.h"
#include "columns/decimal.h"

namespace engine::columns {
namespace {

// Without those at either end.
std::string_view without_blanks(std::string_view text) {
  std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

}  // namespace

std::string canonical_text(const Column& column, int64_t row) {
  const Type& type = column.type();
  if (type.meaning == Meaning::text) {
    assert(row >= 0 && row < column.row_count());
    return std::string(without_blanks(column.values<StringValue>()[row].view()));
  }
  Int128 value = value_at(column, row);
  switch (type.meaning) {
    case Meaning::integer:
      return integer_text(value);
    case Meaning::decimal:
      return decimal_text(value, type.scale);
    case Meaning::date:
      return date_text(static_cast<int32_t>(value));
    case Meaning::word:
      return type.dictionary->word(static_cast<int64_t>(value));
    case Meaning::text:
      break;
  }
  std::unreachable();
}

}  // namespace engine::columns
