// For libFuzzer: any bytes are either refused in one line or a library that is audited to its end,
// with sites that lie in its code and reasons in one line each.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

#include "audit/audit.h"
#include "audit/figures.h"
#include "audit/site_rows.h"
#include "command/failure.h"

namespace {

using namespace ltoscope;

// Not assert: presets without it must stop as well.
void require_true(bool holds) {
  if (!holds) std::abort();
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
}

}  // namespace

extern "C" __attribute__((visibility("default"))) int LLVMFuzzerTestOneInput(const uint8_t* data,
                                                                             std::size_t size) {
  if (size == 0) return 0;
  try {
    audit_all(elf::read_image(
        std::make_unique<const elf::MappedFile>("input", std::as_bytes(std::span(data, size)))));
  } catch (const Failure& failure) {
    std::string_view line = failure.what();
    require_true(line.starts_with("input") && !line.contains('\n'));
  }
  return 0;
}
