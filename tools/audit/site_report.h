// Lists of call sites, each by itself or added up by what they have in common.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "audit/site_rows.h"
#include "report/table.h"

namespace ltoscope::audit {

// What sites can be added up by, as on the command line.
std::vector<std::string> site_groupings();

// Whether a grouping needs debug information ("file", "unit", "inline").
bool is_by_origin(std::string_view grouping);
// Whether nothing is missing in what is shown. grouping: empty for the sites themselves.
bool is_complete(const SiteList& list, std::string_view grouping);

// Most sites first, then by name. A site that several groups hold (folded callees, variables that
// are found at once) counts in each. Requires: grouping is one of site_groupings().
std::vector<SiteGroup> group_sites(const SiteList& list, std::string_view grouping);

// most: rows at most, 0: all; how many were left out is a note.
report::Table sites_table(const SiteList& list, std::size_t most);
report::Table groups_table(const SiteList& list, std::string_view grouping, std::size_t most);
// grouping: empty for the sites themselves.
nlohmann::ordered_json sites_json(const SiteList& list, std::string_view grouping,
                                  std::size_t most);

}  // namespace ltoscope::audit
