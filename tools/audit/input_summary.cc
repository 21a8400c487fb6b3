// Counts members and compares the index with them.
#include "audit/input_summary.h"

#include <fmt/format.h>

#include <set>
#include <unordered_map>
#include <utility>

namespace ltoscope::audit {
namespace {

using elf::ObjectContent;

std::string content_name(ObjectContent content) {
  switch (content) {
    case ObjectContent::machine_code:
      return "machine code";
    case ObjectContent::bitcode:
      return "bitcode";
    case ObjectContent::machine_code_and_bitcode:
      return "machine code and bitcode";
    case ObjectContent::gcc_bytecode:
      return "GCC bytecode";
    case ObjectContent::machine_code_and_gcc_bytecode:
      return "machine code and GCC bytecode";
    case ObjectContent::other:
      return "no object";
  }
  return "no object";
}

std::string lto_name(const elf::ObjectFile& object) {
  if (!object.lto) return "GCC";
  switch (*object.lto) {
    case elf::BitcodeLto::none:
      return "no summary";
    case elf::BitcodeLto::thin:
      return "thin";
    case elf::BitcodeLto::full:
      return "full";
    case elf::BitcodeLto::thin_and_full:
      return "thin and full";
  }
  return "no summary";
}

void count_member(const InputMember& member, InputSummary& summary, ObjectAudit& audit) {
  ++summary.members;
  if (member.missing) {
    ++summary.contents["missing"];
    audit.unknown.push_back({"members", *member.missing});
    return;
  }
  const elf::ObjectFile& object = member.object;
  ++summary.contents[content_name(object.content)];
  if (object.content == ObjectContent::other) return;
  ++summary.objects;
  if (!object.machine.empty()) ++summary.machines[object.machine];
  if (object.content != ObjectContent::machine_code) {
    ++summary.with_lto;
    ++summary.lto[lto_name(object)];
    if (!object.producer.empty()) ++summary.producers[object.producer];
  }
  if (object.unknown_symbols) {
    audit.unknown.push_back(
        {"symbols", fmt::format("{}: {}", member.label, *object.unknown_symbols)});
  }
}

// In fat objects the archiver may have indexed either half.
bool has_two_halves(const InputMember& member) {
  return member.object.content == ObjectContent::machine_code_and_bitcode ||
         member.object.content == ObjectContent::machine_code_and_gcc_bytecode;
}

using MembersByOffset = std::unordered_map<uint64_t, const InputMember*>;

void compare_index(const elf::Archive& archive, const MembersByOffset& members,
                   InputSummary& summary) {
  std::set<std::pair<std::string_view, uint64_t>> indexed;
  std::set<std::pair<std::string_view, uint64_t>> defined;
  if (archive.index) {
    for (const elf::ArchiveIndexEntry& entry : *archive.index) {
      indexed.emplace(entry.symbol, entry.member_offset);
    }
  }
  for (const auto& [offset, member] : members) {
    for (const elf::ObjectSymbol& symbol : member->object.symbols) {
      if (elf::is_definition(symbol.role)) defined.emplace(symbol.name, offset);
    }
  }
  for (const auto& [symbol, offset] : indexed) {
    auto member = members.find(offset);
    bool known = member != members.end();
    bool undecided = known && (member->second->missing || member->second->object.unknown_symbols ||
                               has_two_halves(*member->second));
    if (undecided || defined.contains({symbol, offset})) continue;
    summary.index_disagreements.push_back(
        {std::string(symbol), known ? member->second->name : "?", true});
  }
  for (const auto& [symbol, offset] : defined) {
    if (indexed.contains({symbol, offset})) continue;
    summary.index_disagreements.push_back({std::string(symbol), members.at(offset)->name, false});
  }
}

// Tools that extract members write one over the other.
void find_repeated_names(const std::vector<const InputMember*>& members, InputSummary& summary) {
  std::map<std::string, std::vector<std::string>> by_name;
  for (const InputMember* member : members) {
    by_name[std::filesystem::path(member->name).filename()].push_back(member->name);
  }
  for (auto& [name, names] : by_name) {
    if (names.size() > 1) summary.repeated_names.push_back({name, std::move(names)});
  }
}

}  // namespace

void summarize_inputs(const LinkerInputs& inputs, ObjectAudit& audit) {
  std::vector<std::vector<const InputMember*>> members(inputs.inputs.size());
  for (const InputMember& member : inputs.members) members[member.input].push_back(&member);
  for (std::size_t index = 0; index < inputs.inputs.size(); ++index) {
    const LinkerInput& input = inputs.inputs[index];
    InputSummary summary;
    summary.file = input.file;
    summary.kind = "object";
    for (const InputMember* member : members[index]) count_member(*member, summary, audit);
    if (input.archive) {
      summary.kind = input.archive->thin ? "thin archive" : "archive";
      if (input.archive->index) {
        summary.index_entries = static_cast<int64_t>(input.archive->index->size());
      }
      MembersByOffset by_offset;
      for (const InputMember* member : members[index]) {
        by_offset[member->header_offset] = member;
      }
      compare_index(*input.archive, by_offset, summary);
      find_repeated_names(members[index], summary);
    }
    audit.inputs.push_back(std::move(summary));
  }
}

}  // namespace ltoscope::audit
