// Bytes are compared as they are: where relocations carry their addends, assemblers leave the bytes
// that the linker fills in alike.
#include "audit/definition_body.h"

#include <fmt/format.h>

#include <algorithm>

namespace ltoscope::audit {
namespace {

bool relocates_earlier(const elf::ObjectRelocation& left, const elf::ObjectRelocation& right) {
  return left.offset != right.offset ? left.offset < right.offset : left.type < right.type;
}

std::string_view section_characters(const elf::ByteReader& bytes) {
  return {reinterpret_cast<const char*>(bytes.bytes().data()), bytes.size()};
}

// Distances of x86-64 are counted from the next instruction, which starts behind the four bytes.
bool counts_from_next_instruction(const elf::Relocatable& object, uint32_t section, uint32_t type) {
  constexpr uint32_t pc32 = 2;
  constexpr uint32_t plt32 = 4;
  return object.machine == elf::Machine::x86_64 && object.sections[section].executable &&
         (type == pc32 || type == plt32);
}

}  // namespace

DefinitionBodies::DefinitionBodies(const elf::Relocatable& object)
    : object_(object), relocations_(elf::read_object_relocations(object)), places_(object) {
  for (std::vector<elf::ObjectRelocation>& list : relocations_) {
    std::sort(list.begin(), list.end(), relocates_earlier);
  }
}

std::string DefinitionBodies::place_in_section(uint32_t section, int64_t offset,
                                               Writing& writing) const {
  const elf::ObjectSection& info = object_.sections[section];
  uint64_t at = static_cast<uint64_t>(offset);
  bool inside = offset >= 0 && at < info.size && info.kind == elf::ObjectSection::Kind::bytes;
  if (inside && info.merged_text) {
    std::string_view text = section_characters(elf::section_bytes(object_, section)).substr(at);
    return fmt::format("text {}", text.substr(0, text.find('\0')));
  }
  if (inside && info.merged_constants && info.entry_size <= info.size - at) {
    return fmt::format(
        "constant {}",
        section_characters(elf::section_bytes(object_, section)).substr(at, info.entry_size));
  }
  uint64_t own_size = static_cast<uint64_t>(writing.symbol.size.value_or(0));
  if (section == writing.symbol.section && at - writing.symbol.offset < own_size) {
    return fmt::format("itself+{}", at - writing.symbol.offset);
  }
  std::optional<uint32_t> named = offset < 0 ? std::nullopt : places_.at(section, at);
  if (named) {
    const elf::ObjectSymbol& symbol = object_.symbols[*named];
    uint64_t into = at - symbol.offset;
    if (into == 0 || into < static_cast<uint64_t>(symbol.size.value_or(0))) {
      return fmt::format("{}+{}", symbol.name, into);
    }
  }
  writing.body.surroundings += fmt::format("\nat {} of {}", offset, info.name);
  add_surroundings(section, writing);
  return fmt::format("in {}", info.name);
}

void DefinitionBodies::add_surroundings(uint32_t section, Writing& writing) const {
  // Longer ones hold more than what belongs to one definition.
  constexpr uint64_t longest = 65536;
  constexpr std::size_t most = 16;
  const elf::ObjectSection& info = object_.sections[section];
  if (writing.surroundings.contains(section)) return;
  bool readable = info.kind == elf::ObjectSection::Kind::bytes && info.size <= longest;
  if (!readable || writing.surroundings.size() == most) {
    writing.body.doubt = fmt::format("refers to unnamed bytes of {}", info.name);
    return;
  }
  writing.surroundings.insert(section);
  writing.body.surroundings += section_characters(elf::section_bytes(object_, section));
  for (const elf::ObjectRelocation& relocation : relocations_[section]) {
    std::string target = target_of(section, relocation, writing);
    writing.body.surroundings +=
        fmt::format("\n{} {} {}", relocation.offset, relocation.type, target);
  }
}

std::string DefinitionBodies::target_of(uint32_t section, const elf::ObjectRelocation& relocation,
                                        Writing& writing) const {
  const elf::ObjectSymbol& symbol = object_.symbols[relocation.symbol];
  if (!relocation.addend) {
    writing.body.doubt = "this machine's relocations keep their addends in the code";
    return std::string(symbol.name);
  }
  bool named = !symbol.name.empty() && !elf::is_made_up(symbol.name);
  if (named || symbol.section == 0) return fmt::format("{}+{}", symbol.name, *relocation.addend);
  int64_t offset = static_cast<int64_t>(symbol.offset) + *relocation.addend;
  if (counts_from_next_instruction(object_, section, relocation.type)) offset += 4;
  return place_in_section(symbol.section, offset, writing);
}

DefinitionBody DefinitionBodies::body_of(const elf::ObjectSymbol& symbol) const {
  Writing writing{{}, symbol, {}};
  std::string& form = writing.body.form;
  uint64_t size = static_cast<uint64_t>(symbol.size.value_or(0));
  if (object_.sections[symbol.section].kind != elf::ObjectSection::Kind::bytes) {
    form = "zeros";
    return std::move(writing.body);
  }
  elf::ByteReader bytes =
      elf::section_bytes(object_, symbol.section)
          .part(fmt::format("definition in section {}", symbol.section), symbol.offset, size);
  form = section_characters(bytes);
  const std::vector<elf::ObjectRelocation>& list = relocations_[symbol.section];
  auto next = std::lower_bound(list.begin(), list.end(),
                               elf::ObjectRelocation{symbol.offset, 0, 0, {}}, relocates_earlier);
  for (; next != list.end() && next->offset - symbol.offset < size; ++next) {
    std::string target = target_of(symbol.section, *next, writing);
    form += fmt::format("\n{} {} {}", next->offset - symbol.offset, next->type, target);
  }
  return std::move(writing.body);
}

}  // namespace ltoscope::audit
