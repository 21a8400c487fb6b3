// Reads the file's tables, counts, and says what could not be counted.
#include "audit/audit.h"

#include <fmt/format.h>

#include <algorithm>

#include "audit/exports.h"
#include "audit/watch_list.h"
#include "elf/notes.h"
#include "elf/relocation_types.h"

namespace ltoscope::audit {
namespace {

void describe_file(const Library& library, Audit& audit) {
  audit.file = library.image.file->name();
  audit.machine = elf::machine_name(library.image.machine);
  bool shared = library.image.type == elf::FileType::shared_library;
  audit.type = shared ? "shared library" : "executable";
  if (library.dynamic.soname) audit.soname = *library.dynamic.soname;
  if (library.symbol_table) audit.symbols_from = library.symbols_from.value_or("the file");
  audit.build_id = elf::read_build_id(library.image);
  audit.needed.assign(library.dynamic.needed.begin(), library.dynamic.needed.end());
}

void count_exports(const Library& library, const AuditOptions& options, Audit& audit) {
  for (const std::string& pattern : options.export_patterns) {
    audit.exports_by_pattern.push_back({pattern, std::nullopt});
  }
  if (library.dynamic_symbols.doubt) {
    audit.unknown.push_back({"exports", *library.dynamic_symbols.doubt});
    return;
  }
  std::vector<const elf::Symbol*> exports = exported_symbols(library.dynamic_symbols);
  audit.exports_total = static_cast<int64_t>(exports.size());
  for (PatternCount& pattern : audit.exports_by_pattern) {
    pattern.count = count_matching(exports, pattern.pattern);
  }
  if (!options.name_exports) return;
  std::vector<std::string>& names = audit.export_names.emplace();
  names.reserve(exports.size());
  for (const elf::Symbol* symbol : exports) names.push_back(export_name(*symbol));
  std::sort(names.begin(), names.end());
}

void count_relocations(const Library& library, Audit& audit) {
  const elf::Image& image = library.image;
  if (!elf::can_read_relocations(image)) {
    audit.unknown.push_back({"relocations",
                             "64-bit MIPS packs three types into each relocation, "
                             "which is not read"});
    return;
  }
  if (!library.dynamic.present && image.sections.empty()) {
    audit.unknown.push_back({"relocations",
                             "the file has neither a dynamic segment nor section "
                             "headers"});
    return;
  }
  std::map<std::string, int64_t> counts;
  for (const std::string& name : elf::tls_relocation_names(image.machine)) counts[name] = 0;
  std::map<uint32_t, int64_t> by_type;
  // Equal types come in long rows.
  uint32_t type = 0;
  int64_t* count = &by_type[type];
  library.relocations.for_each([&](const elf::Relocation& relocation) {
    if (relocation.type != type) count = &by_type[type = relocation.type];
    ++*count;
  });
  if (by_type[0] == 0) by_type.erase(0);
  for (const auto& [type, count] : by_type) {
    counts[elf::relocation_name(image.machine, type)] += count;
  }
  audit.relocations = std::move(counts);
  audit.relocations_from_bitmaps = library.relocations.from_relative_bitmaps();
}

void describe_tls(const Library& library, Audit& audit) {
  if (const elf::Segment* tls = elf::find_segment(library.image, elf::SegmentKind::tls)) {
    audit.tls.size = static_cast<int64_t>(tls->memory_size);
  }
  audit.tls.static_tls = library.dynamic.static_tls;
}

void measure_sizes(const Library& library, Audit& audit) {
  const elf::Image& image = library.image;
  audit.file_size = static_cast<int64_t>(image.file->bytes().size());
  if (image.sections.empty()) {
    audit.unknown.push_back({"size.text", "the file has no section headers"});
    audit.unknown.push_back({"size.sections", "the file has no section headers"});
    return;
  }
  std::map<std::string, int64_t> sizes;
  int64_t text = 0;
  for (const elf::Section& section : image.sections) {
    if (section.name.empty()) continue;
    sizes[std::string(section.name)] += static_cast<int64_t>(section.size);
    // Linkers may keep hot, startup and unlikely code in sections of their own.
    bool is_text = section.name == ".text" || section.name.starts_with(".text.");
    if (is_text && section.executable) text += static_cast<int64_t>(section.size);
  }
  audit.section_sizes = std::move(sizes);
  audit.text_size = text;
}

int64_t count_if_callee(const auto& items, CalleeSet callee, auto condition) {
  return std::count_if(items.begin(), items.end(), [&](const auto& item) {
    return (item.callees & callee) != 0 && condition(item);
  });
}

CallCounts count_callee(const CallSites& found, CalleeSet callee, const std::string& name) {
  auto any = [](const auto&) { return true; };
  CallCounts counts;
  counts.name = name;
  counts.call = counts.tail_jump = counts.conditional = 0;
  counts.by_form.fill(0);
  for (const CallSite& site : found.sites) {
    if ((site.callees & callee) == 0) continue;
    ++*(is_tail(site.kind) ? counts.tail_jump : counts.call);
    if (site.kind == SiteKind::conditional_tail_jump) ++*counts.conditional;
    ++*counts.by_form[static_cast<std::size_t>(site.form)];
  }
  counts.address_in_code = count_if_callee(found.addresses_in_code, callee, any);
  counts.address_in_data = count_if_callee(found.addresses_in_data, callee, any);
  counts.unresolved = count_if_callee(found.unresolved, callee, any);
  return counts;
}

// What was found is a lower bound, and a lower bound is no count.
std::string withdraw_counts(const CallSites& found, CalleeSet callee, CallCounts& counts) {
  auto first = std::find_if(found.unresolved.begin(), found.unresolved.end(),
                            [&](const Unresolved& item) { return (item.callees & callee) != 0; });
  std::string reason = fmt::format(
      "{} calls and {} tail jumps were found, but {} more may exist; the first, at {:#x}, {}",
      *counts.call, *counts.tail_jump, *counts.unresolved, first->address, first->reason);
  counts.call = counts.tail_jump = counts.conditional = std::nullopt;
  counts.by_form.fill(std::nullopt);
  return reason;
}

void count_calls(const Library& library, const LibrarySites& sites, const WatchList& watch_list,
                 Audit& audit) {
  for (std::size_t index = 0; index < watch_list.names().size(); ++index) {
    const std::string& name = watch_list.names()[index];
    audit.calls.emplace_back().name = name;
    if (sites.reason_against) continue;
    std::string metric = fmt::format("calls.{}", name);
    if (std::optional<std::string> reason =
            reason_to_doubt_absence(library, sites, watch_list, index)) {
      audit.unknown.push_back({metric, *reason});
      continue;
    }
    CalleeSet callee = callee_set(index);
    CallCounts& counts = audit.calls.back();
    counts = count_callee(sites.calls, callee, name);
    if (*counts.unresolved == 0) continue;
    audit.unknown.push_back({metric, withdraw_counts(sites.calls, callee, counts)});
  }
  if (sites.reason_against) audit.unknown.push_back({"calls", *sites.reason_against});
}

bool calls_a_function(TlsModel model) {
  return model == TlsModel::general_dynamic || model == TlsModel::local_dynamic ||
         model == TlsModel::descriptor;
}

void count_tls_variables(const TlsSites& found, TlsCounts& counts) {
  std::vector<int64_t> of_variables(found.variables.size(), 0);
  counts.without_variable = counts.ambiguous = 0;
  for (const TlsSite& site : found.sites) {
    if (!calls_a_function(site.model)) continue;
    for (int variable : site.variables) ++of_variables[static_cast<std::size_t>(variable)];
    if (site.variables.empty()) ++*counts.without_variable;
    if (site.is_ambiguous) ++*counts.ambiguous;
  }
  for (std::size_t index = 0; index < of_variables.size(); ++index) {
    if (of_variables[index] != 0) {
      counts.by_variable.emplace_back(found.variables[index], of_variables[index]);
    }
  }
  std::sort(counts.by_variable.begin(), counts.by_variable.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
}

// Sites of the two models that call __tls_get_addr are known when its call sites are.
void count_tls_sites(const LibrarySites& sites, const WatchList& watch_list, Audit& audit) {
  if (sites.reason_against) {
    audit.unknown.push_back({"tls", *sites.reason_against});
    return;
  }
  TlsCounts& counts = audit.tls;
  counts.by_model.fill(0);
  for (const TlsSite& site : sites.tls.sites) {
    ++*counts.by_model[static_cast<std::size_t>(site.model)];
  }
  auto withdraw = [&](TlsModel model) {
    counts.by_model[static_cast<std::size_t>(model)] = std::nullopt;
  };
  CalleeSet lookup = watch_list.named(tls_lookup);
  for (std::size_t index = 0; index < audit.calls.size(); ++index) {
    if ((callee_set(index) & lookup) == 0 || audit.calls[index].call) continue;
    withdraw(TlsModel::general_dynamic);
    withdraw(TlsModel::local_dynamic);
    audit.unknown.push_back({"tls.by_model", "see calls.__tls_get_addr"});
  }
  CallCounts descriptors = count_callee(sites.calls, tls_descriptor_set, "TLS descriptor");
  if (*descriptors.unresolved != 0) {
    withdraw(TlsModel::descriptor);
    audit.unknown.push_back(
        {"tls.by_model", withdraw_counts(sites.calls, tls_descriptor_set, descriptors)});
  }
  for (const TlsDoubt& doubt : sites.tls.doubts) {
    if (!counts.by_model[static_cast<std::size_t>(doubt.model)]) continue;
    withdraw(doubt.model);
    audit.unknown.push_back(
        {"tls.by_model",
         fmt::format("{}: {:#x} {}", tls_model_name(doubt.model), doubt.address, doubt.reason)});
  }
  count_tls_variables(sites.tls, counts);
  counts.names_from = sites.tls_names_from;
}

}  // namespace

Audit audit_library(const Library& library, const LibrarySites& sites,
                    const AuditOptions& options) {
  static const WatchList watch_list = WatchList::usual();
  Audit audit;
  describe_file(library, audit);
  count_exports(library, options, audit);
  count_relocations(library, audit);
  count_calls(library, sites, watch_list, audit);
  describe_tls(library, audit);
  count_tls_sites(sites, watch_list, audit);
  measure_sizes(library, audit);
  return audit;
}

std::optional<Coverage> coverage_of(const Library& library, const LibrarySites& sites,
                                    int threads) {
  if (sites.reason_against) return std::nullopt;
  bool aarch64 = library.image.machine == elf::Machine::aarch64;
  return measure_coverage(sites.code, aarch64 ? DataMarks(library.symbols()) : DataMarks(),
                          threads);
}

Audit audit_file(const std::filesystem::path& path, const AuditOptions& options) {
  Library library = read_library(path, options.places);
  LibrarySites sites = find_library_sites(library, WatchList::usual(), options.threads);
  return audit_library(library, sites, options);
}

}  // namespace ltoscope::audit
