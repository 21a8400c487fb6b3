// Where call sites come from in the source: file, line, compile unit, and the calls that were
// inlined on the way, out of debug information.
#pragma once

#include "audit/library.h"
#include "audit/site_rows.h"
#include "elf/debug_file.h"

namespace ltoscope::audit {

// Fills in what debug information says of each row. What it does not say, and why, is in
// list.without_origin; that alone does not make the list incomplete, unless it is added up by
// origin. Throws Failure(bad_input) for a debug file given by name that is unreadable or of another
// build.
void add_origins(const Library& library, const elf::DebugFilePlaces& places, int threads,
                 SiteList& list);

}  // namespace ltoscope::audit
