// Where the class lives.
#include "expressions/predicate.h"

namespace engine::expressions {

Predicate::~Predicate() = default;

}  // namespace engine::expressions
