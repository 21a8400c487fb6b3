// The audit of archives and objects for people. Long lists are cut, and say so; JSON holds all.
#pragma once

#include <vector>

#include "audit/archive_audit.h"
#include "report/table.h"

namespace ltoscope::audit {

std::vector<report::Table> object_audit_tables(const ObjectAudit& audit);

}  // namespace ltoscope::audit
