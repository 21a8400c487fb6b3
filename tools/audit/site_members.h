// Which object file, or member of an archive, each call site's code came out of.
#pragma once

#include <filesystem>
#include <optional>

#include "audit/library.h"
#include "audit/site_rows.h"

namespace ltoscope::audit {

// Fills in the member of each row: out of the linker's map where one is given, else, and where the
// map tells nothing of an address, the compile unit's name out of debug information ("unit
// src/x.cc"). What neither tells, and why, is in list.without_member. Requires: origins were added.
// Throws Failure(bad_input) for a map that cannot be read or is of another link.
void add_members(const Library& library, const std::optional<std::filesystem::path>& map,
                 SiteList& list);

}  // namespace ltoscope::audit
