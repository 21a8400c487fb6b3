// Gathers definitions by name, then looks at the names with several.
#include "audit/definition_clashes.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>

#include "audit/definition_body.h"

namespace ltoscope::audit {
namespace {

struct MemberDefinition {
  const InputMember* member;
  const elf::ObjectSymbol* symbol;
};

using DefinitionsByName = std::map<std::string_view, std::vector<MemberDefinition>>;

DefinitionsByName definitions_in(const LinkerInputs& inputs) {
  DefinitionsByName by_name;
  for (const InputMember& member : inputs.members) {
    for (const elf::ObjectSymbol& symbol : member.object.symbols) {
      if (elf::is_definition(symbol.role)) by_name[symbol.name].push_back({&member, &symbol});
    }
  }
  return by_name;
}

bool is_code_member(const InputMember& member) {
  return member.object.content == elf::ObjectContent::machine_code ||
         member.object.content == elf::ObjectContent::machine_code_and_bitcode ||
         member.object.content == elf::ObjectContent::machine_code_and_gcc_bytecode;
}

// Linkers keep one of those in a group, whatever its symbols' binding.
bool is_strong_definition(const MemberDefinition& definition) {
  return definition.symbol->role == elf::SymbolRole::strong && definition.symbol->group.empty();
}

bool may_be_discarded(const MemberDefinition& definition) {
  return definition.symbol->role == elf::SymbolRole::weak ||
         (definition.symbol->role == elf::SymbolRole::strong && !definition.symbol->group.empty());
}

std::vector<std::string> member_labels(const std::vector<MemberDefinition>& definitions) {
  std::vector<std::string> labels;
  for (const MemberDefinition& one : definitions) labels.push_back(one.member->label);
  return labels;
}

std::vector<MemberDefinition> definitions_that(const std::vector<MemberDefinition>& definitions,
                                               bool (*wanted)(const MemberDefinition&)) {
  std::vector<MemberDefinition> found;
  std::copy_if(definitions.begin(), definitions.end(), std::back_inserter(found), wanted);
  return found;
}

std::vector<int64_t> different_sizes(const std::vector<MemberDefinition>& definitions) {
  std::set<int64_t> sizes;
  for (const MemberDefinition& one : definitions) {
    if (one.symbol->size) sizes.insert(*one.symbol->size);
  }
  return {sizes.begin(), sizes.end()};
}

class WeakComparison {
 public:
  WeakComparison(const LinkerInputs& inputs, ObjectAudit& audit) : audit_(audit) {
    for (const InputMember& member : inputs.members) {
      if (member.object.elf) left_ += member.object.elf->bytes.size() * times_the_inputs;
    }
  }

  void compare(std::string_view name, const std::vector<MemberDefinition>& definitions) {
    std::vector<MemberDefinition> in_code;
    for (const MemberDefinition& one : definitions) {
      if (is_code_member(*one.member)) in_code.push_back(one);
    }
    if (definitions.size() != in_code.size()) ++with_bytecode_;
    if (in_code.size() < 2) return;
    ++audit_.weak_compared;
    WeakDifference difference{
        std::string(name), member_labels(in_code), different_sizes(in_code), {}, {}};
    compare_bodies(in_code, difference);
    bool same = difference.sizes.size() == 1 && difference.bodies == 1;
    if (same) return;
    if (!difference.bodies && difference.sizes.size() == 1) ++undecided_;
    audit_.weak_differences.push_back(std::move(difference));
  }

  void note_unknown() const {
    if (with_bytecode_ != 0) {
      audit_.unknown.push_back(
          {"weak_differences",
           fmt::format("bodies in bytecode are not read: {} names are defined there several times "
                       "or beside machine code",
                       with_bytecode_)});
    }
    if (undecided_ != 0) {
      audit_.unknown.push_back(
          {"weak_differences",
           fmt::format("of {} names the bodies could not be compared; each has its reason",
                       undecided_)});
    }
  }

 private:
  // Symbols may overlap, so that a small file can hold a great length of bodies.
  static constexpr uint64_t times_the_inputs = 16;

  const DefinitionBodies& bodies_in(const InputMember& member) {
    return bodies_.try_emplace(&member, *member.object.elf).first->second;
  }

  void compare_bodies(const std::vector<MemberDefinition>& definitions,
                      WeakDifference& difference) {
    std::set<std::string> forms;
    std::set<std::string> surroundings;
    for (const MemberDefinition& one : definitions) {
      uint64_t size = static_cast<uint64_t>(one.symbol->size.value_or(0));
      if (one.symbol->section == 0 || size == 0) {
        difference.reason = fmt::format("no size or section in {}", one.member->label);
        return;
      }
      if (size > left_) {
        difference.reason = "definitions that overlap are too long to compare";
        return;
      }
      DefinitionBody body = bodies_in(*one.member).body_of(*one.symbol);
      left_ -= std::min<uint64_t>(left_, body.form.size() + body.surroundings.size());
      if (body.doubt && difference.reason.empty()) difference.reason = *body.doubt;
      forms.insert(std::move(body.form));
      surroundings.insert(std::move(body.surroundings));
    }
    if (surroundings.size() > 1 && difference.reason.empty()) {
      difference.reason = "refers to unnamed bytes in sections that differ";
    }
    // Different is different whatever else is in doubt.
    if (difference.reason.empty() || forms.size() > 1) {
      difference.bodies = static_cast<int64_t>(forms.size());
      difference.reason.clear();
    }
  }

  ObjectAudit& audit_;
  std::unordered_map<const InputMember*, DefinitionBodies> bodies_;
  uint64_t left_ = 0;
  int64_t with_bytecode_ = 0;
  int64_t undecided_ = 0;
};

bool is_common_definition(const MemberDefinition& definition) {
  return definition.symbol->role == elf::SymbolRole::common;
}

}  // namespace

void find_clashes(const LinkerInputs& inputs, ObjectAudit& audit) {
  WeakComparison comparison(inputs, audit);
  for (const auto& [name, definitions] : definitions_in(inputs)) {
    std::vector<MemberDefinition> strong = definitions_that(definitions, is_strong_definition);
    if (strong.size() > 1) {
      audit.strong_duplicates.push_back({std::string(name), member_labels(strong)});
    }
    std::vector<MemberDefinition> weak = definitions_that(definitions, may_be_discarded);
    if (weak.size() > 1) comparison.compare(name, weak);
    std::vector<MemberDefinition> common = definitions_that(definitions, is_common_definition);
    if (!common.empty()) {
      audit.commons.push_back({std::string(name), different_sizes(common), member_labels(common)});
    }
  }
  comparison.note_unknown();
}

}  // namespace ltoscope::audit
