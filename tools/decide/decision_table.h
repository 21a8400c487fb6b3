// The table that answers the question at a glance: for each preset what it costs to build, what the
// library holds, and how fast it runs. Pure.
#pragma once

#include "decide/study_file.h"
#include "report/table.h"

namespace ltoscope::decide {

report::Table decision_table(const Study& study);

}  // namespace ltoscope::decide
