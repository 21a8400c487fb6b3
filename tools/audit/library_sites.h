// What decoding one library finds: call sites of the watched callees, for every machine whose code
// is decoded.
#pragma once

#include <optional>
#include <string>

#include "audit/call_sites.h"
#include "audit/callees.h"
#include "audit/code_map.h"
#include "audit/library.h"
#include "audit/tls_sites.h"
#include "audit/watch_list.h"

namespace ltoscope::audit {

// The library that it was made from must outlive it.
struct LibrarySites {
  // Why code cannot be decoded in this file at all; then all the rest is empty.
  std::optional<std::string> reason_against;
  CalleePlaces callees;
  CodeMap code;
  CallSites calls;
  // The file whose debug information names thread-locals that no symbol does, where there are such.
  std::optional<std::string> tls_names_from;
  TlsSites tls;  // of calls those that the watch list made known
};

// Why call sites of a callee may be in the library although it was not found: it is not imported,
// and there is no symbol table that would say whether it is defined inside. __tls_get_addr is for a
// loader to define, which exports it.
std::optional<std::string> reason_to_doubt_absence(const Library& library,
                                                   const LibrarySites& sites,
                                                   const WatchList& watch_list, std::size_t callee);

// threads: at least 1.
LibrarySites find_library_sites(const Library& library, const WatchList& watch_list, int threads);

}  // namespace ltoscope::audit
