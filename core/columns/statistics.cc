// Measuring ranges and order.
#include "columns/statistics.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace engine::columns {
namespace {

// Requires: at least one value.
template <class Value>
Range range_of_values(const Value* values, int64_t count) {
  Value low = values[0];
  Value high = values[0];
  for (int64_t row = 0; row < count; ++row) {
    low = std::min(low, values[row]);
    high = std::max(high, values[row]);
  }
  return {low, high};
}

template <class Value>
void measure(const Column& column, Attribute& attribute) {
  const Value* values = column.values<Value>();
  int64_t count = column.row_count();
  if (count == 0) {
    attribute.order = Order::strictly_ascending;
    return;
  }
  attribute.range = range_of_values(values, count);
  // Apart from the loop above: most columns end this one in their first rows.
  bool strictly = true;
  for (int64_t row = 1; row < count; ++row) {
    if (values[row] < values[row - 1]) return;
    strictly &= values[row] > values[row - 1];
  }
  attribute.order = strictly ? Order::strictly_ascending : Order::ascending;
}

}  // namespace

Range measured_range(Vector values, int64_t count) {
  if (count == 0) return {0, 0};
  switch (values.storage) {
    case Storage::uint8:
      return range_of_values(values.values<uint8_t>(), count);
    case Storage::int32:
      return range_of_values(values.values<int32_t>(), count);
    case Storage::int64:
      return range_of_values(values.values<int64_t>(), count);
    case Storage::int128:
    case Storage::string:
      break;
  }
  std::unreachable();
}

Attributes measured_attributes(const Table& table) {
  Attributes attributes;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const Column& column = table.columns[i];
    Attribute attribute = {.name = table.schema[i].name, .type = column.type(), .range = {0, 0}};
    switch (column.type().storage) {
      case Storage::uint8:
        measure<uint8_t>(column, attribute);
        break;
      case Storage::int32:
        measure<int32_t>(column, attribute);
        break;
      case Storage::int64:
        measure<int64_t>(column, attribute);
        break;
      case Storage::int128:
        measure<Int128>(column, attribute);
        break;
      case Storage::string:
        break;
    }
    attributes.push_back(std::move(attribute));
  }
  return attributes;
}

}  // namespace engine::columns
