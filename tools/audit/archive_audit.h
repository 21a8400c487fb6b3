// What archives and objects show before they are linked together: which members carry LTO and of
// which kind, definitions that clash or differ, members that a linker would leave out, indexes that
// lie, and the call sites of machine code.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "audit/audit.h"
#include "audit/linker_inputs.h"
#include "audit/object_call_sites.h"

namespace ltoscope::audit {

struct ObjectAuditOptions {
  // Globs of symbols that the link wants, besides what plain objects refer to.
  std::vector<std::string> roots;
  std::vector<WatchedGlobs> watched = usually_watched();
};

struct IndexDisagreement {
  std::string symbol;
  std::string member;  // "?" for an offset where no member is
  bool in_index;       // and not defined by the member; false: defined and not in the index
};

struct RepeatedName {
  std::string name;
  std::vector<std::string> members;  // as the archive names them, one for each time
};

// One file that was given. Counts are of members by what they are.
struct InputSummary {
  std::string file;
  std::string kind;  // "archive", "thin archive" or "object"
  int64_t members = 0;
  int64_t objects = 0;  // members that a linker would take
  int64_t with_lto = 0;
  std::map<std::string, int64_t> contents;  // "machine code", "bitcode", ...
  std::map<std::string, int64_t> lto;       // "thin", "full", ... of those with LTO
  std::map<std::string, int64_t> machines;
  std::map<std::string, int64_t> producers;
  Figure index_entries;  // of an archive; nothing: it has no index
  std::vector<IndexDisagreement> index_disagreements;
  std::vector<RepeatedName> repeated_names;
};

struct DuplicateDefinition {
  std::string name;
  std::vector<std::string> members;  // each that defines it strongly
};

struct WeakDifference {
  std::string name;
  std::vector<std::string> members;  // each that defines it in machine code
  std::vector<int64_t> sizes;        // different ones, ascending
  Figure bodies;                     // different ones; nothing: see reason
  std::string reason;
};

struct CommonSymbol {
  std::string name;
  std::vector<int64_t> sizes;  // different ones, ascending; unknown sizes left out
  std::vector<std::string> members;
};

struct LeftOutMember {
  std::string member;
  std::vector<std::string> entry_points;  // Java_* functions that it defines
  bool has_constructors = false;
};

struct ObjectAudit {
  std::vector<InputSummary> inputs;
  std::vector<DuplicateDefinition> strong_duplicates;
  int64_t weak_compared = 0;  // names that were, among definitions in machine code
  std::vector<WeakDifference> weak_differences;
  std::vector<CommonSymbol> commons;

  // Whether roots were given, by options or as plain objects. Without, nothing is known to be
  // wanted, and members_left_out holds those alone that are made to be found without a reference.
  bool has_roots = false;
  Figure members_reached;
  std::vector<LeftOutMember> members_left_out;

  int64_t machine_code_members = 0;  // whose call sites are counted
  std::vector<std::string> watched;
  std::vector<ObjectSiteCounts> calls;  // by watched name; empty: no member is machine code
  ObjectTlsCounts tls;
  std::map<std::string, ObjectTlsCounts> tls_of_variables;

  std::vector<Unknown> unknown;
  bool complete() const { return unknown.empty(); }
};

// Throws Failure(bad_input) for what is missing, unreadable or broken.
ObjectAudit audit_linker_inputs(const std::vector<std::string>& paths,
                                const ObjectAuditOptions& options);

nlohmann::ordered_json to_json(const ObjectAudit& audit);

}  // namespace ltoscope::audit
