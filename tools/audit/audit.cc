// Reads the file's tables, counts, and says what could not be counted.
#include "audit/audit.h"

#include <fmt/format.h>

#include <algorithm>

#include "audit/call_sites.h"
#include "audit/callees.h"
#include "audit/code_map.h"
#include "audit/exports.h"
#include "elf/dynamic.h"
#include "elf/image.h"
#include "elf/notes.h"
#include "elf/relocation_types.h"
#include "elf/relocations.h"
#include "elf/symbols.h"

namespace ltoscope::audit {
namespace {

// The file's tables, read once.
struct Tables {
  elf::Image image;
  elf::Dynamic dynamic;
  elf::Relocations relocations;
  elf::DynamicSymbols dynamic_symbols;
  std::optional<std::vector<elf::Symbol>> symbol_table;
};

Tables read_tables(const std::filesystem::path& path) {
  Tables tables;
  tables.image = elf::read_image(path);
  tables.dynamic = elf::read_dynamic(tables.image);
  if (elf::can_read_relocations(tables.image)) {
    tables.relocations = elf::read_relocations(tables.image, tables.dynamic);
  }
  tables.dynamic_symbols =
      elf::read_dynamic_symbols(tables.image, tables.dynamic, tables.relocations);
  tables.symbol_table = elf::read_symbol_table(tables.image);
  return tables;
}

void describe_file(const Tables& tables, Audit& audit) {
  audit.file = tables.image.file->name();
  audit.machine = elf::machine_name(tables.image.machine);
  bool shared = tables.image.type == elf::FileType::shared_library;
  audit.type = shared ? "shared library" : "executable";
  if (tables.dynamic.soname) audit.soname = *tables.dynamic.soname;
  audit.build_id = elf::read_build_id(tables.image);
  audit.needed.assign(tables.dynamic.needed.begin(), tables.dynamic.needed.end());
}

void count_exports(const Tables& tables, const AuditOptions& options, Audit& audit) {
  for (const std::string& pattern : options.export_patterns) {
    audit.exports_by_pattern.push_back({pattern, std::nullopt});
  }
  if (tables.dynamic_symbols.doubt) {
    audit.unknown.push_back({"exports", *tables.dynamic_symbols.doubt});
    return;
  }
  std::vector<elf::Symbol> exports = exported_symbols(tables.dynamic_symbols);
  audit.exports_total = static_cast<int64_t>(exports.size());
  for (PatternCount& pattern : audit.exports_by_pattern) {
    pattern.count = count_matching(exports, pattern.pattern);
  }
  for (const elf::Symbol& symbol : exports) audit.export_names.push_back(export_name(symbol));
  std::sort(audit.export_names.begin(), audit.export_names.end());
}

void count_relocations(const Tables& tables, Audit& audit) {
  const elf::Image& image = tables.image;
  if (!elf::can_read_relocations(image)) {
    audit.unknown.push_back({"relocations",
                             "64-bit MIPS packs three types into each relocation, "
                             "which is not read"});
    return;
  }
  if (!tables.dynamic.present && image.sections.empty()) {
    audit.unknown.push_back({"relocations",
                             "the file has neither a dynamic segment nor section "
                             "headers"});
    return;
  }
  std::map<std::string, int64_t> counts;
  for (const std::string& name : elf::tls_relocation_names(image.machine)) counts[name] = 0;
  std::map<uint32_t, int64_t> by_type;
  for (const elf::Relocation& relocation : tables.relocations.entries) ++by_type[relocation.type];
  for (const auto& [type, count] : by_type) {
    counts[elf::relocation_name(image.machine, type)] += count;
  }
  audit.relocations = std::move(counts);
  audit.relocations_from_bitmaps = tables.relocations.from_relative_bitmaps;
}

void describe_tls(const Tables& tables, Audit& audit) {
  if (const elf::Segment* tls = elf::find_segment(tables.image, elf::SegmentKind::tls)) {
    audit.tls_size = static_cast<int64_t>(tls->memory_size);
  }
  audit.static_tls = tables.dynamic.static_tls;
}

void measure_sizes(const Tables& tables, Audit& audit) {
  const elf::Image& image = tables.image;
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

// Why call sites cannot be looked for in this file at all, or nothing.
std::optional<std::string> reason_against_decoding(const elf::Image& image) {
  if (image.machine != elf::Machine::x86_64) {
    return fmt::format("call sites are decoded for x86-64 only; this file is for {}",
                       elf::machine_name(image.machine));
  }
  if (!image.wide) return "call sites are not decoded in x86-64 files with 32-bit addresses (x32)";
  return std::nullopt;
}

int64_t count_if_callee(const auto& items, CalleeSet callee, auto condition) {
  return std::count_if(items.begin(), items.end(), [&](const auto& item) {
    return (item.callees & callee) != 0 && condition(item);
  });
}

CallCounts count_callee(const CallSites& found, std::size_t index) {
  CalleeSet callee = callee_set(index);
  auto any = [](const auto&) { return true; };
  CallCounts counts;
  counts.name = counted_callees()[index].name;
  counts.call = count_if_callee(found.sites, callee,
                                [](const CallSite& site) { return site.kind == SiteKind::call; });
  counts.tail_jump = count_if_callee(
      found.sites, callee, [](const CallSite& site) { return site.kind == SiteKind::tail_jump; });
  counts.through_register = count_if_callee(found.sites, callee, [](const CallSite& site) {
    return site.form == SiteForm::through_register;
  });
  counts.address_in_code = count_if_callee(found.addresses_in_code, callee, any);
  counts.address_in_data = count_if_callee(found.addresses_in_data, callee, any);
  counts.unresolved = count_if_callee(found.unresolved, callee, any);
  return counts;
}

// What was found is a lower bound, and a lower bound is no count.
std::string withdraw_counts(const CallSites& found, std::size_t index, CallCounts& counts) {
  auto first =
      std::find_if(found.unresolved.begin(), found.unresolved.end(),
                   [&](const Unresolved& item) { return (item.callees & callee_set(index)) != 0; });
  std::string reason = fmt::format(
      "{} calls and {} tail jumps were found, but {} more may exist; the first, at {:#x}, {}",
      *counts.call, *counts.tail_jump, *counts.unresolved, first->address, first->reason);
  counts.call = counts.tail_jump = counts.through_register = std::nullopt;
  return reason;
}

void count_calls(const Tables& tables, Audit& audit) {
  std::span<const Callee> callees = counted_callees();
  std::size_t descriptor = callees.size() - 1;
  for (std::size_t index = 0; index < descriptor; ++index) {
    audit.calls.push_back({std::string(callees[index].name), {}, {}, {}, {}, {}, {}});
  }
  if (std::optional<std::string> reason = reason_against_decoding(tables.image)) {
    audit.unknown.push_back({"calls", *reason});
    audit.unknown.push_back({"tls.descriptor_calls", *reason});
    return;
  }
  const std::vector<elf::Symbol>* symbol_table =
      tables.symbol_table ? &*tables.symbol_table : nullptr;
  const std::vector<elf::Symbol>& dynamic_symbols = tables.dynamic_symbols.symbols;
  CalleePlaces places =
      find_callees(tables.image, tables.relocations, dynamic_symbols, symbol_table);
  CodeMap code = map_code(tables.image, dynamic_symbols, symbol_table);
  NeverReturning never_returning =
      find_never_returning(tables.relocations, dynamic_symbols, symbol_table);
  CallSites found =
      find_call_sites(tables.image, code, places, never_returning, tables.dynamic.got);

  for (std::size_t index = 0; index < descriptor; ++index) {
    CallCounts& counts = audit.calls[index];
    std::string metric = fmt::format("calls.{}", counts.name);
    bool seen = ((places.imported | places.defined) & callee_set(index)) != 0;
    if (!seen && symbol_table == nullptr) {
      audit.unknown.push_back({metric,
                               "not imported, and the file has no symbol table that would "
                               "say whether it is defined inside"});
      continue;
    }
    counts = count_callee(found, index);
    if (*counts.unresolved != 0) {
      audit.unknown.push_back({metric, withdraw_counts(found, index, counts)});
    }
  }
  CallCounts descriptors = count_callee(found, descriptor);
  if (*descriptors.unresolved != 0) {
    audit.unknown.push_back(
        {"tls.descriptor_calls", withdraw_counts(found, descriptor, descriptors)});
  }
  audit.tls_descriptor_calls = descriptors.call;
}

}  // namespace

Audit audit_file(const std::filesystem::path& path, const AuditOptions& options) {
  Tables tables = read_tables(path);
  Audit audit;
  describe_file(tables, audit);
  count_exports(tables, options, audit);
  count_relocations(tables, audit);
  count_calls(tables, audit);
  describe_tls(tables, audit);
  measure_sizes(tables, audit);
  return audit;
}

}  // namespace ltoscope::audit
