// Evaluating the outputs of a batch.
#include "operators/project.h"

#include <utility>

namespace engine::operators {

Project::Project(std::unique_ptr<Operator> input, Outputs outputs)
    : input_(std::move(input)), outputs_(std::move(outputs)) {}

std::optional<columns::Batch> Project::produce() {
  std::optional<columns::Batch> batch = input_->next();
  if (!batch) return std::nullopt;
  columns::Rows rows = batch->rows();
  std::vector<columns::Vector> computed;
  computed.reserve(outputs_.size());
  for (const auto& output : outputs_) computed.push_back(output->evaluate(*batch, rows));
  batch->columns = std::move(computed);
  return batch;
}

}  // namespace engine::operators
