// The part that all operators have in common.
#include "operators/operator.h"

#include <utility>

namespace engine::operators {

Operator::Operator(columns::Schema schema) : schema_(std::move(schema)) {}

Operator::~Operator() = default;

}  // namespace engine::operators
