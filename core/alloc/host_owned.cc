// In place of all else here, in a library that leaves operators new and delete to its host: nothing
// is counted, and what would have been is unknown.
#include "alloc/accounting.h"

namespace engine::alloc {

bool is_counting() noexcept { return false; }
int64_t balance() noexcept { return unknown_bytes; }
int64_t exact_balance() noexcept { return unknown_bytes; }
void settle() noexcept {}

Usage usage() noexcept {
  return {.allocated = unknown_bytes,
          .peak = unknown_bytes,
          .flushes = 0,
          .unsized_deletes = std::nullopt,
          .design = "none",
          .reason = "the host owns operators new and delete",
          .backend = backend_name()};
}

std::string_view backend_name() noexcept { return "host"; }

}  // namespace engine::alloc
