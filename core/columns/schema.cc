// Finding columns by name.
#include "columns/schema.h"

#include <algorithm>
#include <cassert>

namespace engine::columns {

int64_t position_of(const Schema& schema, std::string_view name) {
  auto found = std::ranges::find(schema, name, &Field::name);
  assert(found != schema.end());
  return found - schema.begin();
}

}  // namespace engine::columns
