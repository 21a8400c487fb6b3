// For libFuzzer: any bytes are either refused in one line or a library that is audited to its end,
// with sites that lie in its code, reasons in one line each, and addresses that are explained.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "audit/audit.h"
#include "audit/explanation.h"
#include "audit/figures.h"
#include "audit/site_rows.h"
#include "command/failure.h"

namespace {

using namespace ltoscope;

// Not assert: presets without it must stop as well.
void require_true(bool holds) {
  if (!holds) std::abort();
}

void require_one_line(const Failure& failure) {
  std::string_view line = failure.what();
  require_true(line.starts_with("input") && !line.contains('\n'));
}

// How many addresses of an input are explained.
constexpr std::size_t most_explained = 8;

// Where calls are, and where code begins.
std::vector<uint64_t> telling_addresses(const audit::LibrarySites& sites) {
  std::vector<uint64_t> addresses;
  for (const audit::CallSite& site : sites.calls.sites) {
    if (addresses.size() == most_explained / 2) break;
    addresses.push_back(site.address);
  }
  for (const audit::CodeArea& area : sites.code.areas) {
    if (addresses.size() == most_explained) break;
    addresses.push_back(area.address);
  }
  return addresses;
}

void audit_all(elf::Image image) {
  elf::DebugFilePlaces nowhere;
  nowhere.none = true;
  audit::WatchList watch_list = audit::WatchList::usual();
  audit::Library library = audit::read_library(std::move(image), nowhere);
  audit::LibrarySites sites = audit::find_library_sites(library, watch_list, 1);
  audit::Audit audit = audit::audit_library(library, sites, {});
  audit.coverage = audit::coverage_of(library, sites, 1);
  for (const audit::Unknown& unknown : audit.unknown) {
    require_true(!unknown.reason.empty() && !unknown.metric.empty());
  }
  require_true(!audit::to_json(audit).empty());
  require_true(!audit::figures_of(audit, library).values.empty());
  audit::SiteList list = audit::list_sites(library, sites, watch_list);
  for (const audit::SiteRow& row : list.rows) {
    require_true(!audit::code_from(sites.code, row.address).empty() && !row.callees.empty());
  }
  for (uint64_t address : telling_addresses(sites)) {
    try {
      require_true(
          !audit::explain_address(library, sites, watch_list, address, nowhere).lines.empty());
    } catch (const Failure& failure) {
      require_one_line(failure);  // sections that no segment loads
    }
  }
}

}  // namespace

extern "C" __attribute__((visibility("default"))) int LLVMFuzzerTestOneInput(const uint8_t* data,
                                                                             std::size_t size) {
  if (size == 0) return 0;
  try {
    audit_all(elf::read_image(
        std::make_unique<const elf::MappedFile>("input", std::as_bytes(std::span(data, size)))));
  } catch (const Failure& failure) {
    require_one_line(failure);
  }
  return 0;
}
