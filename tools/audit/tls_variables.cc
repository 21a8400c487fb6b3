// Slots come from relocations, names from symbols, else from debug information.
#include "audit/tls_variables.h"

#include <fmt/format.h>

#include <utility>

#include "elf/relocation_types.h"

namespace ltoscope::audit {
namespace {

using elf::RelocationRole;

std::optional<TlsSlotKind> slot_kind(RelocationRole role) {
  switch (role) {
    case RelocationRole::tls_module:
      return TlsSlotKind::module;
    case RelocationRole::tls_static_offset:
      return TlsSlotKind::static_offset;
    case RelocationRole::tls_descriptor:
      return TlsSlotKind::descriptor;
    default:
      return std::nullopt;
  }
}

// Where the offset of a slot without a symbol stands: that of a module slot is its second word,
// which the linker has filled in.
uint64_t local_offset(const elf::Image& image, const elf::Relocation& relocation,
                      TlsSlotKind kind) {
  if (kind == TlsSlotKind::module) {
    return elf::word_at_address(image, relocation.address + elf::word_size(image)).value_or(0);
  }
  return elf::addend_of(image, relocation).value_or(0);
}

// "name", or "name+4" inside of it; nothing where no name is known to lie.
std::optional<std::string> name_at_offset(const std::map<uint64_t, TlsName>& names,
                                          uint64_t offset) {
  auto after = names.upper_bound(offset);
  if (after == names.begin()) return std::nullopt;
  const TlsName& name = std::prev(after)->second;
  if (offset == name.offset) return name.name;
  if (offset - name.offset >= name.size) return std::nullopt;
  return fmt::format("{}+{}", name.name, offset - name.offset);
}

}  // namespace

TlsVariables::TlsVariables(const Library& library, std::function<TlsNames()> further_names)
    : further_names_(std::move(further_names)) {
  const elf::Image& image = library.image;
  if (const elf::Segment* tls = elf::find_segment(image, elf::SegmentKind::tls)) {
    block_size_ = tls->memory_size;
    uint64_t alignment = tls->alignment == 0 ? 1 : tls->alignment;
    aligned_block_size_ = (block_size_ + alignment - 1) / alignment * alignment;
    uint64_t of_loader = 2 * elf::word_size(image);
    block_begin_ = of_loader + ((tls->address - of_loader) & (alignment - 1));
  }
  const std::vector<elf::Symbol>& symbols = library.dynamic_symbols.symbols;
  elf::RelocationRoles roles(image.machine);
  library.relocations.for_each([&](const elf::Relocation& relocation) {
    std::optional<TlsSlotKind> kind = slot_kind(roles.of(relocation.type));
    if (!kind) return;
    TlsSlot slot{*kind, {}, 0};
    if (relocation.symbol != 0 && relocation.symbol < symbols.size()) {
      slot.symbol = symbols[relocation.symbol].name;
    } else {
      slot.offset = local_offset(image, relocation, *kind);
    }
    slots_[relocation.address] = slot;
  });
  if (library.symbol_table) add_symbols(*library.symbol_table);
  add_symbols(symbols);
}

void TlsVariables::add_symbols(const std::vector<elf::Symbol>& symbols) {
  for (const elf::Symbol& symbol : symbols) {
    bool names_a_variable =
        symbol.kind == elf::SymbolKind::thread_local_data && symbol.defined && !symbol.name.empty();
    // "_TLS_MODULE_BASE_" has no size, and is none.
    if (!names_a_variable || symbol.size == 0) continue;
    names_[symbol.address] = {symbol.address, symbol.size, std::string(symbol.name)};
  }
}

void TlsVariables::ask_for_further_names() const {
  if (!further_names_) return;
  TlsNames further = std::exchange(further_names_, nullptr)();
  asked_from_ = std::move(further.source);
  for (TlsName& name : further.names) {
    uint64_t offset = name.offset;
    asked_names_.try_emplace(offset, std::move(name));
  }
}

std::string TlsVariables::at_offset(uint64_t offset) const {
  if (std::optional<std::string> name = name_at_offset(names_, offset)) return *name;
  ask_for_further_names();
  if (std::optional<std::string> name = name_at_offset(asked_names_, offset)) {
    further_names_from_ = asked_from_;
    return *name;
  }
  return fmt::format("tls+{:#x}", offset);
}

std::string TlsVariables::in_slot(const TlsSlot& slot) const {
  return slot.symbol.empty() ? at_offset(slot.offset) : std::string(slot.symbol);
}

bool TlsVariables::is_first_of_many() const {
  if (names_.empty()) return true;
  const TlsName& first = names_.begin()->second;
  return first.offset != 0 || first.size < block_size_;
}

}  // namespace ltoscope::audit
