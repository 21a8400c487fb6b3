// Everything that one finished library shows of its packaging: exports, relocations, call sites of
// allocation and thread-local lookup, thread-local storage, sizes. Read from the file alone; the
// library is never loaded.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace ltoscope::audit {

struct AuditOptions {
  std::vector<std::string> export_patterns = {"Java_*"};  // globs
};

// A figure without a value has a reason in Audit::unknown.
using Figure = std::optional<int64_t>;

struct PatternCount {
  std::string pattern;
  Figure count;
};

struct CallCounts {
  std::string name;  // "operator new": all its forms together
  Figure call;
  Figure tail_jump;
  Figure through_register;  // how many of these two go through a register
  Figure address_in_code;   // instructions that take the address without calling
  Figure address_in_data;   // words of data that hold the address, the GOT apart
  Figure unresolved;        // places that may be, or hide, a call site
};

struct Unknown {
  std::string metric;  // as in the JSON: "calls.free"
  std::string reason;
};

struct Audit {
  std::string file;
  std::string machine;  // "x86-64"
  std::string type;     // "shared library" or "executable"
  std::optional<std::string> soname;
  std::optional<std::string> build_id;
  std::vector<std::string> needed;

  Figure exports_total;
  std::vector<PatternCount> exports_by_pattern;
  std::vector<std::string> export_names;  // sorted; "name@VERSION" where there is a version

  std::optional<std::map<std::string, int64_t>> relocations;
  Figure relocations_from_bitmaps;  // how many of them are packed as RELR

  std::vector<CallCounts> calls;

  int64_t tls_size = 0;
  bool static_tls = false;
  Figure tls_descriptor_calls;

  int64_t file_size = 0;
  Figure text_size;
  std::optional<std::map<std::string, int64_t>> section_sizes;

  std::vector<Unknown> unknown;
  bool complete() const { return unknown.empty(); }
};

// Throws Failure(bad_input) for a file that is missing, unreadable, malformed or no ELF library or
// executable.
Audit audit_file(const std::filesystem::path& path, const AuditOptions& options);

nlohmann::ordered_json to_json(const Audit& audit);

}  // namespace ltoscope::audit
