// Measuring a table when it comes to be.
#include "execution/catalog.h"

#include <utility>

#include "columns/statistics.h"

namespace engine::execution {

StoredTable::StoredTable(columns::Table stored)
    : table(std::move(stored)), attributes(columns::measured_attributes(table)) {}

}  // namespace engine::execution
