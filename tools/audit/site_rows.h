// Call sites as people ask for them: with names instead of numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "audit/library.h"
#include "audit/library_sites.h"
#include "audit/watch_list.h"

namespace ltoscope::audit {

// A function on the way from the source to a site, and where in it the site, or the call of the
// next inner one, stands.
struct SourceFrame {
  std::string function;  // the linker's name, else that of the source
  std::string file;      // empty: not known
  uint32_t line;         // 0: not known
};

struct SiteOrigin {
  std::string unit;  // the compile unit's source; empty: not known
  std::string file;  // of the site's own line
  uint32_t line = 0;
  std::vector<SourceFrame> chain;  // from the innermost inlined function to the one that is called

  // The functions that were inlined: all but the last.
  std::size_t inlined() const { return chain.empty() ? 0 : chain.size() - 1; }
};

struct SiteRow {
  uint64_t address;
  std::vector<std::string> callees;  // several where equal functions were folded
  SiteKind kind;
  SiteForm form;
  uint64_t target;       // see CallSite
  std::string function;  // that holds it, by label_of
  uint64_t offset;       // in that function
  // Of a lookup of thread-locals.
  std::optional<TlsModel> tls_model;
  std::vector<std::string> tls_variables;
  std::optional<SiteOrigin> origin;   // see site_origins.h
  std::optional<std::string> member;  // see site_members.h
};

// Why the rows may not be all: by callee.
struct MissingSites {
  std::string callee;
  std::string reason;
};

struct SiteList {
  std::string file;
  std::vector<SiteRow> rows;  // sorted by address
  std::vector<MissingSites> missing;
  std::optional<std::string> tls_names_from;  // see LibrarySites
  std::optional<std::string> debug_source;    // the file that origins come from, if any
  std::vector<std::string> without_origin;    // why some, or all, rows lack their origin
  std::optional<std::string> map_source;      // the linker's map that members come from, if any
  std::vector<std::string> without_member;    // why some, or all, rows lack their member
  std::vector<std::string> member_notes;      // what members are, where they are not plain
  bool complete() const { return missing.empty(); }
};

// Sites of the watch list's callees. Calls through TLS descriptors are among them when the list has
// __tls_get_addr, as "TLS descriptor".
SiteList list_sites(const Library& library, const LibrarySites& sites, const WatchList& watch_list);

}  // namespace ltoscope::audit
