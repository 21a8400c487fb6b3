// Putting the counts together.
#include "alloc/accounting.h"

#include <algorithm>

#include "alloc/backend.h"
#include "alloc/chosen_blocks.h"
#include "alloc/shared_balance.h"

namespace engine::alloc {

bool is_counting() noexcept { return true; }

int64_t balance() noexcept {
  // Processors' counts are never added to the shared one.
  return shared_balance() + (chosen_design() == Design::per_cpu ? unsettled_bytes() : 0);
}

int64_t exact_balance() noexcept {
  int64_t gathered = unsettled_bytes();
  return gathered + shared_balance();
}

void settle() noexcept { settle_chosen(); }

Usage usage() noexcept {
  Usage usage = {.allocated = exact_balance(),
                 .peak = 0,
                 .flushes = shared_additions(),
                 .unsized_deletes = std::nullopt,
                 .design = name_of(chosen_design()),
                 .reason = reason_of_choice(),
                 .backend = backend_name()};
  usage.peak = std::max(usage.allocated, shared_peak());
  if (chosen_design() == Design::block_cache) usage.unsized_deletes = BlockCache::unsized_deletes();
  return usage;
}

std::string_view backend_name() noexcept { return Backend::name(); }

}  // namespace engine::alloc
