// Running the computations of a projection.
#include "operators/project.h"

#include <cassert>
#include <utility>

#include "primitives/constant_arithmetic.h"
#include "primitives/multiply.h"

namespace engine::operators {
namespace {

const columns::Type& decimal_at(const columns::Schema& schema, int64_t position) {
  const columns::Type& type = schema[position].type;
  assert(type.storage == columns::Storage::int64 && type.meaning == columns::Meaning::decimal);
  return type;
}

columns::Type type_of(const Computation& computation, const columns::Schema& schema) {
  int scale = decimal_at(schema, columns::position_of(schema, computation.left)).scale;
  if (computation.kind == Computation::Kind::multiply) {
    scale += decimal_at(schema, columns::position_of(schema, computation.right)).scale;
  }
  return columns::decimal(columns::Storage::int64, scale);
}

columns::Schema with_computed(columns::Schema schema,
                              const std::vector<Computation>& computations) {
  for (const Computation& computation : computations) {
    columns::Type type = type_of(computation, schema);
    schema.push_back({computation.name, type});
  }
  return schema;
}

}  // namespace

Computation multiply(std::string name, std::string left, std::string right) {
  return {Computation::Kind::multiply, std::move(name), std::move(left), std::move(right), 0};
}

Computation subtract_from_constant(std::string name, int64_t constant, std::string column) {
  return {Computation::Kind::subtract_from_constant, std::move(name), std::move(column), "",
          constant};
}

Computation add_to_constant(std::string name, int64_t constant, std::string column) {
  return {Computation::Kind::add_to_constant, std::move(name), std::move(column), "", constant};
}

Project::Project(std::unique_ptr<Operator> input, std::vector<Computation> computations)
    : Operator(with_computed(input->schema(), computations)), input_(std::move(input)) {
  for (const Computation& computation : computations) {
    bool two_columns = computation.kind == Computation::Kind::multiply;
    steps_.push_back({
        .kind = computation.kind,
        .type = type_of(computation, schema()),
        .left = columns::position_of(schema(), computation.left),
        .right = two_columns ? columns::position_of(schema(), computation.right) : 0,
        .constant = computation.constant,
    });
  }
}

std::optional<columns::Batch> Project::next() {
  std::optional<columns::Batch> batch = input_->next();
  if (!batch) return std::nullopt;
  batch->columns.reserve(schema().size());
  for (const Step& step : steps_) batch->columns.push_back(computed(step, *batch));
  return batch;
}

columns::Column Project::computed(const Step& step, const columns::Batch& batch) const {
  columns::Column column(step.type, batch.row_count);
  int64_t* results = column.writable_values<int64_t>();
  const int64_t* left = batch.columns[step.left].values<int64_t>();
  switch (step.kind) {
    case Computation::Kind::multiply:
      primitives::multiply(left, batch.columns[step.right].values<int64_t>(), batch.rows(),
                           results);
      return column;
    case Computation::Kind::subtract_from_constant:
      primitives::subtract_from_constant(step.constant, left, batch.rows(), results);
      return column;
    case Computation::Kind::add_to_constant:
      primitives::add_to_constant(step.constant, left, batch.rows(), results);
      return column;
  }
  std::unreachable();
}

}  // namespace engine::operators
