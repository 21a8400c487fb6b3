// For tests: how small libraries are written in assembly, and what the audit says of one callee.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>

#include "audit/audit.h"

namespace ltoscope::audit {

inline constexpr char assembly[] = "-x assembler-with-cpp -nostdlib ";  // flags

// A function for this library alone, with a symbol and unwind information.
inline std::string function(const std::string& name, const std::string& body) {
  return ".text\n.type " + name + ",@function\n" + name + ":\n.cfi_startproc\n" + body +
         "\n.cfi_endproc\n.size " + name + ",.-" + name + "\n";
}

// Requires: the audit counts calls of name.
inline CallCounts counts_in(const std::filesystem::path& path, const std::string& name) {
  Audit audit = audit_file(path, {});
  return *std::find_if(audit.calls.begin(), audit.calls.end(),
                       [&](const CallCounts& counts) { return counts.name == name; });
}

inline std::string reason_in(const std::filesystem::path& path, const std::string& metric) {
  for (const Unknown& unknown : audit_file(path, {}).unknown) {
    if (unknown.metric == metric) return unknown.reason;
  }
  return "known";
}

}  // namespace ltoscope::audit
