// Where in AArch64 code watched addresses may be put together from their halves, so that registers
// must be followed there.
#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <vector>

#include "audit/aarch64_scan.h"
#include "audit/code_map.h"

namespace ltoscope::audit {

// Indexes of the ranges in which an address may come together: its page, and the rest of it in the
// same range or in one that the range branches to. is_watched: of a whole address.
std::set<std::size_t> ranges_with_addresses(const CodeMap& code,
                                            const std::vector<Aarch64Reference>& references,
                                            const std::function<bool(uint64_t)>& is_watched);

}  // namespace ltoscope::audit
