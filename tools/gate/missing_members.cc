// Looks the missing names up in the symbols of the archives' members, and those members' other
// names in the library.
#include "gate/missing_members.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "audit/export_classes.h"
#include "audit/library.h"
#include "audit/object_call_sites.h"

namespace ltoscope::gate {
namespace {

using audit::InputMember;

struct MemberDefinition {
  const InputMember* member;
  const elf::ObjectSymbol* symbol;
};

class MissingMembers {
 public:
  MissingMembers(const audit::LinkerInputs& archives, const audit::FileFigures& figures)
      : library_(audit::read_library(figures.file)) {
    for (const InputMember& member : archives.members) {
      if (member.missing || member.object.unknown_symbols) ++unread_;
      for (const elf::ObjectSymbol& symbol : member.object.symbols) {
        if (elf::is_definition(symbol.role))
          definers_.try_emplace(symbol.name, MemberDefinition{&member, &symbol});
      }
    }
    if (figures.exports) {
      for (const auto& entry : *figures.exports) exported_.insert(entry.name);
    }
    if (library_.symbol_table) {
      for (const elf::Symbol& symbol : *library_.symbol_table) {
        if (symbol.defined) in_library_.insert(symbol.name);
      }
    }
  }

  // "libx.a(y.o) defines it: dropped by the linker, ...". names: any will do.
  std::string fate_of(const std::vector<std::string>& names) const {
    for (const std::string& name : names) {
      auto found = definers_.find(name);
      if (found != definers_.end()) return text_of(found->second);
    }
    if (unread_ == 0) return "no member of the archives defines it";
    return fmt::format("no member of the archives that could be read defines it; {} could not",
                       unread_);
  }

  // Those that fit are defined in the archives and are not exported.
  template <class Fits>
  void add_offenders(const Fits& fits, std::vector<Offender>& offenders) const {
    for (const auto& [name, definition] : definers_) {
      if (!exported_.contains(name) && fits(std::string(name))) {
        offenders.push_back({std::string(name), text_of(definition), false});
      }
    }
  }

 private:
  // Whether code of the member is in the library, by a name that no other member can have brought.
  bool was_linked(const InputMember& member) const {
    return std::any_of(
        member.object.symbols.begin(), member.object.symbols.end(),
        [&](const elf::ObjectSymbol& symbol) {
          return symbol.role == elf::SymbolRole::strong && symbol.group.empty() &&
                 (in_library_.contains(symbol.name) || exported_.contains(symbol.name));
        });
  }

  std::string text_of(const MemberDefinition& definition) const {
    const InputMember& member = *definition.member;
    std::string_view name = definition.symbol->name;
    std::string defines = member.label + " defines it";
    bool is_visible = definition.symbol->visibility == elf::Visibility::normal ||
                      definition.symbol->visibility == elf::Visibility::protected_from_others;
    if (!is_visible) return defines + ", with hidden visibility";
    if (in_library_.contains(name)) {
      return defines + ": linked, but no export: an export list or a visibility holds it back";
    }
    if (was_linked(member)) {
      return defines + ": that member was linked, and this part left out: no export list names it";
    }
    if (!library_.symbol_table) {
      return defines +
             ": dropped by the linker, or held back, which a stripped library does not "
             "say";
    }
    return fmt::format("{}: dropped by the linker: nothing refers to that member", defines);
  }

  audit::Library library_;
  std::map<std::string_view, MemberDefinition> definers_;  // the first of each name
  int64_t unread_ = 0;                                     // members
  std::set<std::string_view> exported_, in_library_;
};

// The names that a figure counts, when these are exports: "exports.Java_*", "exports.class.jni".
bool counts_export(const std::string& metric, const std::string& name) {
  constexpr std::string_view exports_prefix = "exports.", class_prefix = "exports.class.";
  if (metric.starts_with(class_prefix)) {
    elf::Symbol symbol{};
    symbol.name = name;
    symbol.kind = elf::SymbolKind::function;
    return audit::is_of_class(symbol, std::string_view(metric).substr(class_prefix.size()));
  }
  return metric.starts_with(exports_prefix) && metric != "exports.total" &&
         metric != "exports.unique" &&
         audit::name_matches_glob(metric.substr(exports_prefix.size()), name);
}

void name_methods(const MissingMembers& missing, RuleOutcome& outcome) {
  for (Offender& offender : outcome.offenders) {
    auto method = std::find_if(
        outcome.rule->methods.begin(), outcome.rule->methods.end(),
        [&](const WantedMethod& wanted) { return wanted.symbols.front() == offender.name; });
    if (method == outcome.rule->methods.end()) continue;
    offender.detail += "; " + missing.fate_of(method->symbols);
  }
}

void name_required(const MissingMembers& missing, RuleOutcome& outcome) {
  std::vector<Offender> found;
  for (Offender& offender : outcome.offenders) {
    bool is_glob = offender.name.find_first_of("*?[") != std::string::npos;
    if (!is_glob) {
      offender.detail += "; " + missing.fate_of({offender.name});
      continue;
    }
    missing.add_offenders(
        [&](const std::string& name) { return audit::name_matches_glob(offender.name, name); },
        found);
  }
  outcome.offenders.insert(outcome.offenders.end(), found.begin(), found.end());
}

}  // namespace

void name_defining_members(const audit::LinkerInputs& archives, const audit::FileFigures& figures,
                           std::vector<RuleOutcome>& outcomes) {
  std::optional<MissingMembers> missing;
  for (RuleOutcome& outcome : outcomes) {
    const Rule& rule = *outcome.rule;
    bool wants_more = rule.kind == RuleKind::figure && rule.metric.starts_with("exports.") &&
                      (rule.min || rule.max_decrease);
    bool wants_names =
        rule.kind == RuleKind::required_jni || rule.kind == RuleKind::required_exports;
    if (outcome.status != RuleStatus::broken || !(wants_more || wants_names)) continue;
    if (!missing) missing.emplace(archives, figures);
    if (rule.kind == RuleKind::required_jni) {
      name_methods(*missing, outcome);
    } else if (rule.kind == RuleKind::required_exports) {
      name_required(*missing, outcome);
    } else {
      missing->add_offenders(
          [&](const std::string& name) { return counts_export(rule.metric, name); },
          outcome.offenders);
    }
  }
}

}  // namespace ltoscope::gate
