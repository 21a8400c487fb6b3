// Wording of messages.
#include "arrow/import_error.h"

namespace engine::arrow {

void fail_import(std::string_view place, std::string_view found, std::string_view expected) {
  throw ImportError(std::string(place) + "found " + std::string(found) + ", expected " +
                    std::string(expected));
}

void Place::fail(std::string_view found, std::string_view expected) const {
  fail_import(before("batch " + std::to_string(batch)), found, expected);
}

void Place::fail(int64_t row, std::string_view found, std::string_view expected) const {
  std::string where = first_row
                          ? "row " + std::to_string(*first_row + row)
                          : "row " + std::to_string(row) + " of batch " + std::to_string(batch);
  fail_import(before(where), found, expected);
}

std::string Place::before(const std::string& where) const {
  return (column.empty() ? "" : column + ", ") + where + ": ";
}

}  // namespace engine::arrow
