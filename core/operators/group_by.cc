// Grouping by a perfect hash over dictionary codes.
#include "operators/group_by.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "primitives/group_ids.h"
#include "primitives/grouped_count.h"
#include "primitives/grouped_sum.h"

namespace engine::operators {
namespace {

[[maybe_unused]] constexpr int64_t most_groups = 65'536;
constexpr int average_scale = 2;

// Where a column stands among the summed ones; several aggregates may share it.
int64_t place_among(std::vector<int64_t>& summed, int64_t position) {
  auto found = std::ranges::find(summed, position);
  int64_t place = found - summed.begin();
  if (found == summed.end()) summed.push_back(position);
  return place;
}

}  // namespace

Aggregate sum(std::string name, std::string column) {
  return {Aggregate::Kind::sum, std::move(name), std::move(column)};
}

Aggregate average(std::string name, std::string column) {
  return {Aggregate::Kind::average, std::move(name), std::move(column)};
}

Aggregate count(std::string name) { return {Aggregate::Kind::count, std::move(name), ""}; }

GroupBy::GroupBy(std::unique_ptr<Operator> input, const std::vector<std::string>& keys,
                 const std::vector<Aggregate>& aggregates)
    : Aggregation(std::move(input)) {
  assert(!keys.empty());
  const columns::Schema& schema = input_->schema();
  for (const std::string& name : keys) {
    int64_t position = columns::position_of(schema, name);
    keys_.push_back(
        {.position = position, .words = schema[position].type.dictionary->size(), .divisor = 1});
  }
  int64_t group_count = 1;
  for (auto key = keys_.rbegin(); key != keys_.rend(); ++key) {
    key->divisor = group_count;
    group_count *= key->words;
    assert(group_count <= most_groups);
  }
  for (const Aggregate& aggregate : aggregates) {
    bool counts = aggregate.kind == Aggregate::Kind::count;
    int64_t sum = counts ? 0 : place_among(summed_, columns::position_of(schema, aggregate.column));
    outputs_.push_back({aggregate, sum});
  }
  seen_ = PartialAggregates(group_count, std::ssize(summed_));
}

void GroupBy::consume(const columns::Batch& batch) {
  columns::Rows rows = batch.rows();
  std::unique_ptr<int32_t[]> groups = std::make_unique_for_overwrite<int32_t[]>(rows.count);
  for (const Key& key : keys_) {
    const uint8_t* codes = batch.columns[key.position].values<uint8_t>();
    if (&key == &keys_.front()) {
      primitives::start_groups(codes, rows, groups.get());
    } else {
      primitives::refine_groups(codes, static_cast<int32_t>(key.words), rows, groups.get());
    }
  }
  primitives::count_by_group(groups.get(), rows.count, seen_.row_counts.data());
  for (std::size_t i = 0; i < summed_.size(); ++i) {
    const int64_t* values = batch.columns[summed_[i]].values<int64_t>();
    primitives::add_by_group(values, rows, groups.get(), seen_.sums[i].data());
  }
}

columns::Table GroupBy::result() const {
  std::vector<int64_t> groups = occupied_groups();
  columns::Table table(result_schema(), std::ssize(groups));
  write_keys(groups, table);
  write_aggregates(groups, table);
  return table;
}

columns::Schema GroupBy::result_schema() const {
  columns::Schema schema;
  for (const Key& key : keys_) schema.push_back(input_->schema()[key.position]);
  for (const auto& [aggregate, sum] : outputs_) {
    switch (aggregate.kind) {
      case Aggregate::Kind::sum: {
        int scale = input_->schema()[summed_[sum]].type.scale;
        schema.push_back({aggregate.name, columns::decimal(columns::Storage::int128, scale)});
        break;
      }
      case Aggregate::Kind::average:
        schema.push_back(
            {aggregate.name, columns::decimal(columns::Storage::int128, average_scale)});
        break;
      case Aggregate::Kind::count:
        schema.push_back({aggregate.name, columns::integer(columns::Storage::int64)});
        break;
    }
  }
  return schema;
}

std::vector<int64_t> GroupBy::occupied_groups() const {
  std::vector<int64_t> groups;
  for (std::size_t group = 0; group < seen_.row_counts.size(); ++group) {
    if (seen_.row_counts[group] > 0) groups.push_back(static_cast<int64_t>(group));
  }
  return groups;
}

void GroupBy::write_keys(const std::vector<int64_t>& groups, columns::Table& table) const {
  for (std::size_t key = 0; key < keys_.size(); ++key) {
    uint8_t* codes = table.columns[key].writable_values<uint8_t>();
    for (std::size_t row = 0; row < groups.size(); ++row) {
      codes[row] = static_cast<uint8_t>(groups[row] / keys_[key].divisor % keys_[key].words);
    }
  }
}

void GroupBy::write_aggregates(const std::vector<int64_t>& groups, columns::Table& table) const {
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    const auto& [aggregate, sum] = outputs_[i];
    columns::Column& column = table.columns[keys_.size() + i];
    for (std::size_t row = 0; row < groups.size(); ++row) {
      int64_t group = groups[row];
      int64_t rows = seen_.row_counts[group];
      switch (aggregate.kind) {
        case Aggregate::Kind::sum:
          column.writable_values<columns::Int128>()[row] = seen_.sums[sum][group];
          break;
        case Aggregate::Kind::average: {
          int scale = input_->schema()[summed_[sum]].type.scale;
          column.writable_values<columns::Int128>()[row] =
              columns::average_to_cents(seen_.sums[sum][group], rows, scale);
          break;
        }
        case Aggregate::Kind::count:
          column.writable_values<int64_t>()[row] = rows;
          break;
      }
    }
  }
}

}  // namespace engine::operators
