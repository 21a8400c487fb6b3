// Looking texts up.
#include "operators/text_ids.h"

#include <limits>
#include <stdexcept>

namespace engine::operators {

int32_t TextIds::add(std::string_view text) {
  int32_t found = find(text);
  if (found != none) return found;
  if (texts_.size() == std::numeric_limits<int32_t>::max()) {
    throw std::length_error("more than 2^31 - 1 different texts");
  }
  int32_t id = static_cast<int32_t>(texts_.size());
  // The map needs bytes that never move; those of a short value would, with the vector.
  std::string_view kept = heap_.copy(text);
  texts_.emplace_back(kept);
  ids_.emplace(kept, id);
  return id;
}

int32_t TextIds::find(std::string_view text) const {
  auto found = ids_.find(text);
  return found == ids_.end() ? none : found->second;
}

}  // namespace engine::operators
