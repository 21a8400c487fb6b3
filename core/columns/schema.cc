// Finding columns by name.
#include "columns/schema.h"

#include <algorithm>
#include <cassert>

namespace engine::columns {

std::optional<int64_t> find_position(const Schema& schema, std::string_view name) {
  auto found = std::ranges::find(schema, name, &Field::name);
  if (found == schema.end()) return std::nullopt;
  return found - schema.begin();
}

int64_t position_of(const Schema& schema, std::string_view name) {
  std::optional<int64_t> position = find_position(schema, name);
  assert(position);
  return *position;
}

}  // namespace engine::columns
