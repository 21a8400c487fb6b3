// Flattens an Audit and the Properties beside it.
#include "audit/figures.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <set>

#include "audit/export_classes.h"
#include "audit/exports.h"
#include "audit/watch_list.h"
#include "command/parallel.h"
#include "elf/relocation_types.h"

namespace ltoscope::audit {
namespace {

using FigureMap = std::map<std::string, FigureValue>;

constexpr std::string_view class_prefix = "exports.class.";
constexpr std::string_view version_prefix = "properties.version.";
constexpr std::string_view section_prefix = "size.section.";

// Figures of each callee: prefix and the count it stands for.
struct CallFigure {
  std::string_view prefix;
  Figure (*count)(const CallCounts& counts);
};
constexpr std::array call_figures = {
    CallFigure{"calls.", [](const CallCounts& counts) { return counts.call; }},
    CallFigure{"tail_jumps.", [](const CallCounts& counts) { return counts.tail_jump; }},
    CallFigure{"through_register.",
               [](const CallCounts& counts) { return counts.of_form(SiteForm::through_register); }},
    CallFigure{"addresses.code.", [](const CallCounts& counts) { return counts.address_in_code; }},
    CallFigure{"addresses.data.", [](const CallCounts& counts) { return counts.address_in_data; }},
    CallFigure{"unresolved.", [](const CallCounts& counts) { return counts.unresolved; }},
};
constexpr std::string_view tls_prefix = "tls.";    // and a model's name
constexpr std::string_view sum_prefix = "sites.";  // calls and tail jumps

// Names that stand in every list.
constexpr std::array<std::string_view, 30> plain_names = {"exports.total",
                                                          "exports.unique",
                                                          "imports.total",
                                                          "relocs.total",
                                                          "relocs.packed",
                                                          "tls.segment_bytes",
                                                          "tls.general-dynamic",
                                                          "tls.local-dynamic",
                                                          "tls.descriptor",
                                                          "tls.initial-exec",
                                                          "tls.local-exec",
                                                          "needed.count",
                                                          "size.file",
                                                          "size.text",
                                                          "properties.machine",
                                                          "properties.soname",
                                                          "properties.search_paths",
                                                          "properties.relro",
                                                          "properties.bind_now",
                                                          "properties.executable_stack",
                                                          "properties.text_relocations",
                                                          "properties.static_tls",
                                                          "properties.static_tls_relocations",
                                                          "properties.load_alignment",
                                                          "properties.page_size",
                                                          "properties.offsets_fit",
                                                          "properties.linker",
                                                          "properties.compilers",
                                                          "properties.allocator",
                                                          "properties.allocator_faults"};

// The reason that the audit gives for a figure, under its own name or that of its group.
std::string reason_in_audit(const Audit& audit, std::initializer_list<std::string> metrics) {
  for (const std::string& metric : metrics) {
    for (const Unknown& unknown : audit.unknown) {
      if (unknown.metric == metric) return unknown.reason;
    }
  }
  return "the audit gives no value";
}

FigureValue or_reason(const Figure& figure, const Audit& audit,
                      std::initializer_list<std::string> metrics) {
  return figure ? number_figure(*figure) : unknown_figure(reason_in_audit(audit, metrics));
}

template <class Value>
FigureValue of_finding(const Finding<Value>& finding, auto as_figure) {
  return finding.value ? as_figure(*finding.value) : unknown_figure(finding.reason);
}

FigureValue yes_or_no(bool value) { return text_figure(value ? "yes" : "no"); }

void add_calls(const Audit& audit, FigureMap& values) {
  for (const CallCounts& counts : audit.calls) {
    std::string own = fmt::format("calls.{}", counts.name);
    for (const CallFigure& figure : call_figures) {
      values[fmt::format("{}{}", figure.prefix, counts.name)] =
          or_reason(figure.count(counts), audit, {own, "calls"});
    }
    Figure sum;
    if (counts.call && counts.tail_jump) sum = *counts.call + *counts.tail_jump;
    values[fmt::format("{}{}", sum_prefix, counts.name)] = or_reason(sum, audit, {own, "calls"});
  }
}

void add_thread_locals(const Audit& audit, FigureMap& values) {
  for (std::size_t model = 0; model < tls_model_count; ++model) {
    values[fmt::format("{}{}", tls_prefix, tls_model_name(static_cast<TlsModel>(model)))] =
        or_reason(audit.tls.by_model[model], audit, {"tls.by_model", "tls"});
  }
}

void add_relocations_of(const Audit& audit, FigureMap& values) {
  if (!audit.relocations) {
    values["relocs.total"] = values["relocs.packed"] =
        unknown_figure(reason_in_audit(audit, {"relocations"}));
    return;
  }
  int64_t total = 0;
  for (const auto& [name, count] : *audit.relocations) {
    values["relocs." + name] = number_figure(count);
    total += count;
  }
  values["relocs.total"] = number_figure(total);
  values["relocs.packed"] =
      or_reason(audit.relocations_from_bitmaps, audit, {"relocations_from_bitmaps", "relocations"});
}

void add_sizes(const Audit& audit, FigureMap& values) {
  values["size.file"] = number_figure(audit.file_size);
  values["size.text"] = or_reason(audit.text_size, audit, {"size.text"});
  if (!audit.section_sizes) return;
  for (const auto& [name, size] : *audit.section_sizes) {
    values[fmt::format("{}{}", section_prefix, name)] = number_figure(size);
  }
}

void add_symbols(const Library& library, FileFigures& figures) {
  FigureMap& values = figures.values;
  if (library.dynamic_symbols.doubt) {
    figures.symbols_reason = *library.dynamic_symbols.doubt;
    FigureValue unknown = unknown_figure(figures.symbols_reason);
    values["exports.total"] = values["exports.unique"] = values["imports.total"] = unknown;
    for (std::string_view name : export_class_names()) {
      values[fmt::format("{}{}", class_prefix, name)] = unknown;
    }
    return;
  }
  figures.exports.emplace();
  std::map<std::string_view, int64_t> by_class;
  int64_t unique = 0;
  for (const elf::Symbol* symbol : exported_symbols(library.dynamic_symbols)) {
    bool is_unique = symbol->binding == elf::Binding::unique;
    figures.exports->push_back(
        {std::string(symbol->name), export_name(*symbol), class_of(*symbol), is_unique});
    ++by_class[figures.exports->back().of_class];
    unique += is_unique;
  }
  std::sort(figures.exports->begin(), figures.exports->end(),
            [](const auto& a, const auto& b) { return a.full_name < b.full_name; });
  figures.imports.emplace();
  for (const elf::Symbol& symbol : library.dynamic_symbols.symbols) {
    if (symbol.defined || symbol.name.empty() || symbol.binding == elf::Binding::weak) continue;
    figures.imports->emplace_back(symbol.name);
  }
  std::sort(figures.imports->begin(), figures.imports->end());
  values["exports.total"] = number_figure(static_cast<int64_t>(figures.exports->size()));
  values["exports.unique"] = number_figure(unique);
  values["imports.total"] = number_figure(static_cast<int64_t>(figures.imports->size()));
  for (std::string_view name : export_class_names()) {
    values[fmt::format("{}{}", class_prefix, name)] = number_figure(by_class[name]);
  }
}

void add_versions(const Properties& properties, FigureMap& values) {
  for (const VersionFloor& floor : properties.floors) {
    std::string name = fmt::format("{}{}", version_prefix, floor.family);
    if (!floor.without_number.empty()) {
      values[name] = unknown_figure(fmt::format("{} is needed, which holds no number",
                                                fmt::join(floor.without_number, ", ")));
    } else {
      values[name] = text_figure(number_text(floor));
    }
  }
}

void add_properties(const Properties& properties, FigureMap& values) {
  auto add = [&](const char* name, FigureValue value) {
    values[fmt::format("properties.{}", name)] = std::move(value);
  };
  add("machine", text_figure(properties.machine));
  add("soname", text_figure(properties.soname.value_or("none")));
  add("search_paths",
      text_figure(properties.search_paths.empty()
                      ? "none"
                      : fmt::format("{}", fmt::join(properties.search_paths, ":"))));
  add("relro", of_finding(properties.relro, [](RelroKind kind) {
        return text_figure(std::string(relro_name(kind)));
      }));
  add("bind_now", yes_or_no(properties.bind_now));
  add("executable_stack", yes_or_no(properties.executable_stack));
  add("text_relocations", of_finding(properties.text_relocations, number_figure));
  add("static_tls", yes_or_no(properties.static_tls));
  add("static_tls_relocations", of_finding(properties.static_tls_relocations, number_figure));
  add("load_alignment", number_figure(properties.pages.lowest_alignment));
  add("page_size", number_figure(properties.pages.largest_page));
  add("offsets_fit", yes_or_no(properties.pages.offsets_fit));
  add("linker", properties.linker
                    ? text_figure(*properties.linker)
                    : unknown_figure("no linker names itself in .comment; GNU ld never does"));
  add("compilers", properties.compilers.empty()
                       ? unknown_figure("the file has no .comment that names one")
                       : text_figure(fmt::format("{}", fmt::join(properties.compilers, "; "))));
  std::vector<std::string> faults = allocator_faults(properties.operators);
  std::optional<std::string> doubt = allocator_doubt(properties.operators);
  add("allocator",
      doubt ? unknown_figure(*doubt) : text_figure(faults.empty() ? "closed" : "open"));
  add("allocator_faults",
      doubt ? unknown_figure(*doubt) : number_figure(static_cast<int64_t>(faults.size())));
  add_versions(properties, values);
  values["tls.segment_bytes"] = number_figure(properties.tls_bytes);
  values["needed.count"] = number_figure(static_cast<int64_t>(properties.needed.size()));
}

bool glob_matches(std::string_view glob, const std::string& name) {
  return ::fnmatch(std::string(glob).c_str(), name.c_str(), 0) == 0;
}

FigureValue count_of_names(const auto& names, std::string_view glob, auto name_of) {
  return number_figure(std::count_if(names.begin(), names.end(), [&](const auto& entry) {
    return glob_matches(glob, name_of(entry));
  }));
}

// Names of relocations by machine, as far as they have any.
const std::map<std::string, std::set<std::string>>& relocation_names_by_machine() {
  static const auto* names = [] {
    constexpr uint32_t numbers = 2048;  // more than any machine's ABI has
    auto* all = new std::map<std::string, std::set<std::string>>;
    for (elf::Machine machine :
         {elf::Machine::x86_64, elf::Machine::i386, elf::Machine::aarch64, elf::Machine::riscv}) {
      std::set<std::string>& of_machine = (*all)[elf::machine_name(machine)];
      for (uint32_t number = 0; number < numbers; ++number) {
        std::string name = elf::relocation_name(machine, number);
        if (name.starts_with("R_")) of_machine.insert(name);
      }
    }
    return all;
  }();
  return *names;
}

bool is_relocation_name(const std::string& name) {
  const auto& by_machine = relocation_names_by_machine();
  return std::any_of(by_machine.begin(), by_machine.end(),
                     [&](const auto& machine) { return machine.second.contains(name); });
}

// A type that does not occur: none of them, when the machine has it.
FigureValue absent_relocation(const FileFigures& figures, const std::string& name) {
  const FigureValue& total = figures.values.at("relocs.total");
  if (!total.known()) return total;
  auto machine = relocation_names_by_machine().find(figures.machine);
  if (machine != relocation_names_by_machine().end() && machine->second.contains(name)) {
    return number_figure(0);
  }
  return unknown_figure(fmt::format("{} is no relocation of {}", name, figures.machine));
}

std::vector<std::string> counted_names() {
  WatchList usual = WatchList::usual();
  return {usual.names().begin(), usual.names().end()};
}

std::optional<std::string_view> after_prefix(const std::string& name, std::string_view prefix) {
  if (!name.starts_with(prefix) || name.size() == prefix.size()) return std::nullopt;
  return std::string_view(name).substr(prefix.size());
}

bool is_call_figure(const std::string& name) {
  std::vector<std::string> callees = counted_names();
  auto names_callee = [&](std::string_view prefix) {
    std::optional<std::string_view> callee = after_prefix(name, prefix);
    return callee && std::find(callees.begin(), callees.end(), *callee) != callees.end();
  };
  return names_callee(sum_prefix) ||
         std::any_of(call_figures.begin(), call_figures.end(),
                     [&](const CallFigure& figure) { return names_callee(figure.prefix); });
}

}  // namespace

FigureValue number_figure(int64_t number) { return {number, std::nullopt, {}}; }
FigureValue text_figure(std::string text) { return {std::nullopt, std::move(text), {}}; }
FigureValue unknown_figure(std::string reason) {
  return {std::nullopt, std::nullopt, std::move(reason)};
}

std::string figure_cell(const FigureValue& value) {
  if (value.number) return std::to_string(*value.number);
  return value.text.value_or("unknown");
}

FileFigures figures_of(const Audit& audit, const Library& library) {
  FileFigures figures;
  figures.file = audit.file;
  figures.machine = audit.machine;
  figures.properties = properties_of(library);
  add_symbols(library, figures);
  add_calls(audit, figures.values);
  add_thread_locals(audit, figures.values);
  add_relocations_of(audit, figures.values);
  add_sizes(audit, figures.values);
  add_properties(figures.properties, figures.values);
  return figures;
}

FileFigures figures_of_file(const std::filesystem::path& path) {
  int threads = useful_threads();
  Library library = read_library(path);
  LibrarySites sites = find_library_sites(library, WatchList::usual(), threads);
  return figures_of(audit_library(library, sites, {.threads = threads}), library);
}

FigureValue figure_named(const FileFigures& figures, const std::string& name) {
  auto found = figures.values.find(name);
  if (found != figures.values.end()) return found->second;
  if (after_prefix(name, version_prefix)) return text_figure("none");
  if (after_prefix(name, section_prefix)) {
    const FigureValue& text = figures.values.at("size.text");
    return text.known() ? number_figure(0) : text;
  }
  if (std::optional<std::string_view> relocation = after_prefix(name, "relocs.")) {
    return absent_relocation(figures, std::string(*relocation));
  }
  if (std::optional<std::string_view> glob = after_prefix(name, "exports.")) {
    if (!figures.exports) return unknown_figure(figures.symbols_reason);
    return count_of_names(*figures.exports, *glob, [](const auto& entry) { return entry.name; });
  }
  if (std::optional<std::string_view> glob = after_prefix(name, "imports.")) {
    if (!figures.imports) return unknown_figure(figures.symbols_reason);
    return count_of_names(*figures.imports, *glob, [](const std::string& entry) { return entry; });
  }
  if (std::optional<std::string_view> glob = after_prefix(name, "needed.")) {
    return count_of_names(figures.properties.needed, *glob,
                          [](const std::string& entry) { return entry; });
  }
  return unknown_figure("the audit has no such figure");
}

std::optional<std::string> why_no_figure(const std::string& name) {
  if (std::find(plain_names.begin(), plain_names.end(), name) != plain_names.end()) {
    return std::nullopt;
  }
  if (is_call_figure(name)) return std::nullopt;
  for (const CallFigure& figure : call_figures) {
    if (name.starts_with(figure.prefix)) {
      return fmt::format("one of {} after \"{}\"", fmt::join(counted_names(), ", "), figure.prefix);
    }
  }
  if (name.starts_with(sum_prefix)) {
    return fmt::format("one of {} after \"{}\"", fmt::join(counted_names(), ", "), sum_prefix);
  }
  if (std::optional<std::string_view> relocation = after_prefix(name, "relocs.")) {
    if (is_relocation_name(std::string(*relocation))) return std::nullopt;
    return "the name of a relocation, such as relocs.R_X86_64_TPOFF64, or relocs.total";
  }
  if (std::optional<std::string_view> of_class = after_prefix(name, class_prefix)) {
    std::vector<std::string_view> classes = export_class_names();
    if (std::find(classes.begin(), classes.end(), *of_class) != classes.end()) return std::nullopt;
    return fmt::format("one of {} after \"{}\"", fmt::join(classes, ", "), class_prefix);
  }
  for (std::string_view prefix : {std::string_view("exports."), std::string_view("imports."),
                                  std::string_view("needed."), section_prefix, version_prefix}) {
    if (after_prefix(name, prefix)) return std::nullopt;
  }
  return fmt::format(
      "one of {}; or exports., imports. or needed. with a glob; calls., tail_jumps., sites., "
      "through_register., addresses.code., addresses.data. or unresolved. with a function; relocs. "
      "with a relocation; size.section. with a section; properties.version. with a family",
      fmt::join(plain_names, ", "));
}

Direction direction_of(const std::string& name) {
  if (name == "properties.page_size" || name == "properties.load_alignment") {
    return Direction::higher;
  }
  // Sections hold padding, too, which grows where something else shrinks.
  if (name.starts_with(section_prefix)) return Direction::neither;
  for (std::string_view entry :
       {"exports.class.jni", "exports.class.python", "exports.class.other", "exports.total",
        "imports.total", "properties.linker", "properties.compilers"}) {
    if (name == entry) return Direction::neither;
  }
  return Direction::lower;
}

}  // namespace ltoscope::audit
