// What one address of a library is: where it lies, what stands there, and, step by step, what it
// leads to. For somebody who doubts a figure.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "audit/library.h"
#include "audit/library_sites.h"
#include "audit/watch_list.h"

namespace ltoscope::audit {

struct Explained {
  std::string what;  // "function"
  std::string text;
};

struct Explanation {
  std::string file;
  uint64_t address;
  std::vector<Explained> lines;
};

// places: of debug information, for the source that the address comes from. Throws
// Failure(bad_input) for an address that the file does not load.
Explanation explain_address(const Library& library, const LibrarySites& sites,
                            const WatchList& watch_list, uint64_t address,
                            const elf::DebugFilePlaces& places);

nlohmann::ordered_json to_json(const Explanation& explanation);

}  // namespace ltoscope::audit
