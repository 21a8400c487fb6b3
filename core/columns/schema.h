// The names and types of the columns of a table or of an operator's batches, in order.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "columns/type.h"

namespace engine::columns {

struct Field {
  std::string name;
  Type type;
};

using Schema = std::vector<Field>;

// The position of a column; nothing when there is none of that name.
std::optional<int64_t> find_position(const Schema& schema, std::string_view name);

// The position of a column. Requires: there is one of that name.
int64_t position_of(const Schema& schema, std::string_view name);

}  // namespace engine::columns
