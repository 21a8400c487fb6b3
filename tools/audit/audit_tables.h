// The audit for people: a few tables, then the reasons for what is unknown.
#pragma once

#include <vector>

#include "audit/audit.h"
#include "report/table.h"

namespace ltoscope::audit {

std::vector<report::Table> audit_tables(const Audit& audit);

}  // namespace ltoscope::audit
