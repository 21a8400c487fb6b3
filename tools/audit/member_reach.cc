// A search from the roots along undefined symbols. Weak references pull nothing out of archives.
#include "audit/member_reach.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace ltoscope::audit {
namespace {

bool is_of_linkers(const InputMember& member) {
  return !member.missing && member.object.content != elf::ObjectContent::other;
}

bool is_plain_object(const LinkerInputs& inputs, const InputMember& member) {
  return !inputs.inputs[member.input].archive.has_value();
}

class MemberReach {
 public:
  explicit MemberReach(const LinkerInputs& inputs)
      : inputs_(inputs), reached_(inputs.members.size()) {
    for (std::size_t index = 0; index < inputs.members.size(); ++index) {
      for (const elf::ObjectSymbol& symbol : inputs.members[index].object.symbols) {
        if (elf::is_definition(symbol.role)) definer_.try_emplace(symbol.name, index);
      }
    }
  }

  void take(std::size_t member) {
    if (reached_[member]) return;
    reached_[member] = true;
    waiting_.push_back(member);
  }

  void take_definers_of(const std::string& glob) {
    for (const auto& [name, member] : definer_) {
      if (name_matches_glob(glob, name)) take(member);
    }
  }

  void follow() {
    while (!waiting_.empty()) {
      const InputMember& member = inputs_.members[waiting_.back()];
      waiting_.pop_back();
      for (const elf::ObjectSymbol& symbol : member.object.symbols) {
        if (symbol.role != elf::SymbolRole::undefined) continue;
        auto found = definer_.find(symbol.name);
        if (found != definer_.end()) take(found->second);
      }
    }
  }

  bool is_reached(std::size_t member) const { return reached_[member]; }

 private:
  const LinkerInputs& inputs_;
  std::unordered_map<std::string_view, std::size_t> definer_;
  std::vector<bool> reached_;
  std::vector<std::size_t> waiting_;
};

LeftOutMember left_out(const InputMember& member) {
  LeftOutMember result{member.label, {}, member.object.has_constructors};
  for (const elf::ObjectSymbol& symbol : member.object.symbols) {
    bool entry = elf::is_definition(symbol.role) && symbol.name.starts_with("Java_");
    if (entry) result.entry_points.emplace_back(symbol.name);
  }
  std::sort(result.entry_points.begin(), result.entry_points.end());
  return result;
}

}  // namespace

void find_left_out(const LinkerInputs& inputs, const ObjectAuditOptions& options,
                   ObjectAudit& audit) {
  audit.has_roots = !options.roots.empty();
  MemberReach reach(inputs);
  int64_t without_symbols = 0;
  for (std::size_t index = 0; index < inputs.members.size(); ++index) {
    const InputMember& member = inputs.members[index];
    without_symbols += member.missing || member.object.unknown_symbols;
    if (!is_plain_object(inputs, member)) continue;
    audit.has_roots = true;
    reach.take(index);
  }
  for (const std::string& glob : options.roots) reach.take_definers_of(glob);
  reach.follow();
  int64_t reached = 0;
  for (std::size_t index = 0; index < inputs.members.size(); ++index) {
    const InputMember& member = inputs.members[index];
    if (!is_of_linkers(member) || is_plain_object(inputs, member)) continue;
    if (reach.is_reached(index)) {
      ++reached;
      continue;
    }
    LeftOutMember found = left_out(member);
    bool found_without_reference = !found.entry_points.empty() || found.has_constructors;
    if (audit.has_roots || found_without_reference) {
      audit.members_left_out.push_back(std::move(found));
    }
  }
  if (without_symbols != 0) {
    audit.unknown.push_back(
        {"members_left_out",
         fmt::format("the symbols of {} members are unknown", without_symbols)});
  } else if (audit.has_roots) {
    audit.members_reached = reached;
  }
}

}  // namespace ltoscope::audit
