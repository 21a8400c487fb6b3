// Where the class lives.
#include "operators/sink.h"

namespace engine::operators {

Sink::~Sink() = default;

}  // namespace engine::operators
