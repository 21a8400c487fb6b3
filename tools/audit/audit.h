// Everything that one finished library shows of its packaging: exports, relocations, call sites of
// allocation and thread-local lookup, thread-local storage, sizes. Read from the file alone; the
// library is never loaded.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "audit/call_sites.h"
#include "audit/coverage.h"
#include "audit/library.h"
#include "audit/library_sites.h"
#include "audit/tls_sites.h"

namespace ltoscope::audit {

struct AuditOptions {
  std::vector<std::string> export_patterns = {"Java_*"};  // globs
  bool name_exports = true;                               // else they are counted alone
  int threads = 1;
  elf::DebugFilePlaces places = {};  // of the symbols of stripped files
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
  Figure conditional;  // how many of the tail jumps are conditional
  // How many of calls and tail jumps take each form, by SiteForm's numbers.
  std::array<Figure, site_form_count> by_form;
  Figure of_form(SiteForm form) const { return by_form[static_cast<std::size_t>(form)]; }
  Figure address_in_code;  // instructions that take the address without calling
  Figure address_in_data;  // words of data that hold the address, the GOT apart
  Figure unresolved;       // places that may be, or hide, a call site
};

// How code finds thread-local variables, and which.
struct TlsCounts {
  int64_t size = 0;  // bytes for each thread
  bool static_tls = false;
  std::array<Figure, tls_model_count> by_model;  // sites, by TlsModel's numbers
  // Sites of the models that call a function, by the variable that they reach; most first. A site
  // that finds several variables at once counts for each.
  std::vector<std::pair<std::string, int64_t>> by_variable;
  // The file whose debug information named variables that no symbol does, where there are such.
  std::optional<std::string> names_from;
  Figure without_variable;  // such sites of which it is not known which variable they reach
  Figure ambiguous;         // such sites that may reach the whole block instead
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
  // Where its full symbol table is: "the file", a debug file's path, "mini debug info"; nothing:
  // there is none.
  std::optional<std::string> symbols_from;

  Figure exports_total;
  std::vector<PatternCount> exports_by_pattern;
  // Sorted; "name@VERSION" where there is a version. Nothing when they are not known, or were not
  // asked for.
  std::optional<std::vector<std::string>> export_names;

  std::optional<std::map<std::string, int64_t>> relocations;
  Figure relocations_from_bitmaps;  // how many of them are packed as RELR

  std::vector<CallCounts> calls;

  TlsCounts tls;

  int64_t file_size = 0;
  Figure text_size;
  std::optional<std::map<std::string, int64_t>> section_sizes;

  std::optional<Coverage> coverage;  // when it was asked for

  std::vector<Unknown> unknown;
  bool complete() const { return unknown.empty(); }
};

// Throws Failure(bad_input) for a file that is missing, unreadable, malformed or no ELF library or
// executable.
Audit audit_file(const std::filesystem::path& path, const AuditOptions& options);

// The same of what was read and decoded before, with the usual watch list.
Audit audit_library(const Library& library, const LibrarySites& sites, const AuditOptions& options);

// Nothing where code cannot be decoded.
std::optional<Coverage> coverage_of(const Library& library, const LibrarySites& sites, int threads);

nlohmann::ordered_json to_json(Audit audit);

}  // namespace ltoscope::audit
