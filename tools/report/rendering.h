// Tables in the form that a verb was asked for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/table.h"

namespace ltoscope::report {

// format: text, md, csv or html (a whole page with that title). As CSV the tables follow each
// other, parted by an empty line.
std::string render(const std::vector<Table>& tables, std::string_view format,
                   std::string_view title);

}  // namespace ltoscope::report
