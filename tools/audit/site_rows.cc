// Joins call sites, functions and thread-local variables.
#include "audit/site_rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "audit/function_names.h"

namespace ltoscope::audit {
namespace {

constexpr char descriptor_name[] = "TLS descriptor";

std::vector<std::string> names_of(CalleeSet callees, const WatchList& watch_list) {
  std::vector<std::string> names;
  for (std::size_t index = 0; index < watch_list.names().size(); ++index) {
    if ((callees & callee_set(index)) != 0) names.push_back(watch_list.names()[index]);
  }
  if ((callees & tls_descriptor_set) != 0) names.push_back(descriptor_name);
  return names;
}

void add_tls(const TlsSites& tls, SiteRow& row) {
  auto site = std::lower_bound(
      tls.sites.begin(), tls.sites.end(), row.address,
      [](const TlsSite& other, uint64_t address) { return other.address < address; });
  if (site == tls.sites.end() || site->address != row.address) return;
  row.tls_model = site->model;
  for (int variable : site->variables) {
    row.tls_variables.push_back(tls.variables[static_cast<std::size_t>(variable)]);
  }
}

void add_missing(const LibrarySites& sites, CalleeSet callee, const std::string& name,
                 SiteList& list) {
  int64_t count = 0;
  const Unresolved* first = nullptr;
  for (const Unresolved& item : sites.calls.unresolved) {
    if ((item.callees & callee) == 0) continue;
    if (count++ == 0) first = &item;
  }
  if (first == nullptr) return;
  list.missing.push_back({name, fmt::format("{} more may exist; the first, at {:#x}, {}", count,
                                            first->address, first->reason)});
}

}  // namespace

SiteList list_sites(const Library& library, const LibrarySites& sites,
                    const WatchList& watch_list) {
  SiteList list;
  list.file = library.image.file->name();
  if (sites.reason_against) {
    list.missing.push_back({"all", *sites.reason_against});
    return list;
  }
  CalleeSet wanted = 0;
  for (std::size_t index = 0; index < watch_list.names().size(); ++index) {
    wanted |= callee_set(index);
    const std::string& name = watch_list.names()[index];
    add_missing(sites, callee_set(index), name, list);
    if (std::optional<std::string> reason =
            reason_to_doubt_absence(library, sites, watch_list, index)) {
      list.missing.push_back({name, *reason});
    }
  }
  if (watch_list.named(tls_lookup) != 0) {
    wanted |= tls_descriptor_set;
    add_missing(sites, tls_descriptor_set, descriptor_name, list);
  }
  list.tls_names_from = sites.tls_names_from;
  FunctionNames functions(library, sites.code);
  list.rows.reserve(sites.calls.sites.size());
  for (const CallSite& site : sites.calls.sites) {
    if ((site.callees & wanted) == 0) continue;
    NamedFunction function = functions.at(site.address);
    uint64_t offset = function.end == 0 ? 0 : site.address - function.begin;
    SiteRow row{site.address, names_of(site.callees & wanted, watch_list),
                site.kind,    site.form,
                site.target,  label_of(function),
                offset,       std::nullopt,
                {},           std::nullopt,
                std::nullopt};
    add_tls(sites.tls, row);
    list.rows.push_back(std::move(row));
  }
  return list;
}

}  // namespace ltoscope::audit
