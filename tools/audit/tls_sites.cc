// Calls are looked at from their own end: what stands before them names the slot. The other models
// are found by their references.
#include "audit/tls_sites.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <set>

#include "audit/displacement_scan.h"
#include "audit/instruction_finder.h"
#include "audit/tls_site_list.h"
#include "audit/tls_uses.h"
#include "audit/x86_instruction.h"

namespace ltoscope::audit {
namespace {

// `lea slot(%rip),%rdi`; with a prefix that only fills up, it is the first half of a call for one
// variable, since linkers overwrite both halves together.
constexpr uint64_t padded_load_size = 8;
constexpr uint8_t padding = 0x66, wide_prefix = 0x48, load_address = 0x8d, to_rdi = 0x3d;
// In the large code model, two instructions stand between: movabs and add.
constexpr uint64_t large_model_gap = 13;

struct Lookup {
  uint64_t slot;
  bool is_padded;
};

class TlsFinder {
 public:
  TlsFinder(const CodeMap& code, const TlsVariables& variables)
      : code_(code), variables_(variables), found_(variables) {}

  void add_call(const CallSite& call) {
    std::optional<Lookup> lookup = load_before(call.address);
    if (!lookup) lookup = load_before(call.address - large_model_gap);
    // The padding tells a variable that lies at the block's begin from the block.
    LookupForm form = lookup && lookup->is_padded ? LookupForm::one_variable : LookupForm::block;
    found_.add_lookup(call.address, lookup ? lookup->slot : 0, form, uses_behind(call));
  }

  void add_descriptor_call(const CallSite& call) {
    found_.add_descriptor_call(call.address, call.target, uses_behind(call));
  }

  // Loads of offsets from the GOT.
  void add_static_offsets(int threads) {
    std::vector<uint64_t> watched;
    for (const auto& [address, slot] : variables_.slots()) {
      if (slot.kind == TlsSlotKind::static_offset) watched.push_back(address);
    }
    InstructionFinder finder(code_);
    for (const Candidate& candidate : find_displacements(code_.areas, watched, {}, threads)) {
      std::optional<uint64_t> address = finder.holding(candidate.position);
      if (!address) continue;
      std::optional<Instruction> instruction = decode(code_from(code_, *address), *address);
      if (!instruction || !reads(*instruction, candidate.target)) continue;
      found_.add_static_offset(*address, candidate.target);
    }
  }

  // Accesses at distances below the thread pointer that the linker wrote into the code.
  void add_known_offsets(int threads) {
    int64_t block = static_cast<int64_t>(variables_.aligned_block_size());
    if (block == 0) return;
    InstructionFinder finder(code_);
    for (uint64_t position : find_thread_pointer_accesses(code_.areas, block, threads)) {
      std::optional<uint64_t> address = finder.holding(position);
      if (!address) continue;
      std::optional<Instruction> instruction = decode(code_from(code_, *address), *address);
      if (!instruction) continue;
      std::optional<int64_t> distance = distance_from_thread_pointer(*instruction);
      if (!distance || *distance < -block || *distance > 0) continue;
      std::set<uint64_t> offsets;
      if (*distance < 0) {
        offsets.insert(static_cast<uint64_t>(block + *distance));
      } else if (instruction->operation == Operation::move &&
                 instruction->operands[0].kind == Operand::Kind::general_register) {
        // The thread pointer itself: what it is used for tells.
        for (int64_t use :
             displaced_uses(code_, instruction->end(), instruction->operands[0].reg)) {
          if (use >= -block && use < 0) offsets.insert(static_cast<uint64_t>(block + use));
        }
      }
      found_.add_known_offsets(*address, offsets);
    }
  }

  TlsSites result() && { return std::move(found_).result(); }

 private:
  // Requires: an instruction ends at end, since a call begins there.
  std::optional<Lookup> load_before(uint64_t end) const {
    std::span<const std::byte> bytes = code_from(code_, end - padded_load_size);
    if (bytes.size() < padded_load_size) return std::nullopt;
    auto byte = [&](std::size_t index) { return static_cast<uint8_t>(bytes[index]); };
    if (byte(1) != wide_prefix || byte(2) != load_address || byte(3) != to_rdi) {
      return std::nullopt;
    }
    int32_t distance;
    std::memcpy(&distance, bytes.data() + 4, sizeof distance);
    return Lookup{end + static_cast<uint64_t>(int64_t{distance}), byte(0) == padding};
  }

  UsesBehind uses_behind(const CallSite& call) const {
    return [this, &call]() -> std::set<int64_t> {
      std::optional<Instruction> instruction = decode(code_from(code_, call.address), call.address);
      if (!instruction) return {};
      return displaced_uses(code_, instruction->end(), rax);
    };
  }

  static bool reads(const Instruction& instruction, uint64_t slot) {
    for (const Operand& operand : instruction.operands) {
      if (operand.kind == Operand::Kind::memory && operand.memory.pc_relative && operand.read &&
          static_cast<uint64_t>(operand.memory.displacement) == slot) {
        return true;
      }
    }
    return false;
  }

  static std::optional<int64_t> distance_from_thread_pointer(const Instruction& instruction) {
    for (const Operand& operand : instruction.operands) {
      if (operand.kind == Operand::Kind::memory && operand.memory.thread_local_segment &&
          operand.memory.fixed) {
        return operand.memory.displacement;
      }
    }
    return std::nullopt;
  }

  const CodeMap& code_;
  const TlsVariables& variables_;
  TlsSiteList found_;
};

}  // namespace

const char* tls_model_name(TlsModel model) {
  switch (model) {
    case TlsModel::general_dynamic:
      return "general-dynamic";
    case TlsModel::local_dynamic:
      return "local-dynamic";
    case TlsModel::descriptor:
      return "descriptor";
    case TlsModel::initial_exec:
      return "initial-exec";
    case TlsModel::local_exec:
      return "local-exec";
  }
  return "";
}

TlsSites find_tls_sites(const CodeMap& code, const TlsVariables& variables,
                        const std::vector<CallSite>& calls, CalleeSet lookup, bool fixed_offsets,
                        int threads) {
  TlsFinder finder(code, variables);
  for (const CallSite& call : calls) {
    if ((call.callees & lookup) != 0) finder.add_call(call);
    if ((call.callees & tls_descriptor_set) != 0) finder.add_descriptor_call(call);
  }
  finder.add_static_offsets(threads);
  if (fixed_offsets) finder.add_known_offsets(threads);
  return std::move(finder).result();
}

}  // namespace ltoscope::audit
