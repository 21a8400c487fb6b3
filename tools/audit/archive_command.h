// The verb `audit` on what is not linked yet: archives, relocatable objects, bitcode.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "audit/archive_audit.h"
#include "command/failure.h"
#include "command/output_options.h"

namespace ltoscope::audit {

// Whether the file is one for audit_objects(), by its first bytes. False for what cannot be read.
bool is_object_input(const std::filesystem::path& path);

// Adds --roots to the verb. options must outlive the parsing.
void add_object_options(CLI::App& verb, ObjectAuditOptions& options);

// Audits the files together, as one link would see them, and writes the result. Incomplete when a
// figure is unknown. Throws Failure(bad_input) when one of them is none of these, or broken.
ExitCode audit_objects(const OutputOptions& output, const ObjectAuditOptions& options,
                       const std::vector<std::string>& paths);

}  // namespace ltoscope::audit
