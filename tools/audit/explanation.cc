// One question after the other: place, function, instruction, what it refers to, what the audit
// made of it.
#include "audit/explanation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "audit/aarch64_explanation.h"
#include "audit/function_names.h"
#include "audit/instruction_finder.h"
#include "audit/site_origins.h"
#include "audit/site_rows.h"
#include "audit/tls_variables.h"
#include "audit/x86_instruction.h"
#include "command/failure.h"
#include "command/version.h"
#include "elf/relocation_types.h"

namespace ltoscope::audit {
namespace {

constexpr int explanation_schema = 1;
constexpr int most_steps = 4;  // a thunk, a PLT entry, a slot, a symbol

class Explainer {
 public:
  Explainer(const Library& library, const LibrarySites& sites, const WatchList& watch_list,
            uint64_t address, const elf::DebugFilePlaces& places)
      : library_(library),
        sites_(sites),
        watch_list_(watch_list),
        address_(address),
        places_(places),
        names_(library, sites.code),
        found_{library.image.file->name(), address, {}} {}

  Explanation explain() {
    explain_place();
    explain_symbols();
    explain_relocation(address_, found_.lines);
    if (!sites_.reason_against && !code_from(sites_.code, address_).empty()) {
      explain_code();
    }
    return std::move(found_);
  }

 private:
  void add(std::string what, std::string text) {
    found_.lines.push_back({std::move(what), std::move(text)});
  }

  void explain_place() {
    const elf::Image& image = library_.image;
    bool is_loaded = false;
    for (const elf::Segment& segment : image.segments) {
      bool inside = address_ >= segment.address && address_ - segment.address < segment.memory_size;
      if (segment.kind != elf::SegmentKind::load || !inside) continue;
      is_loaded = true;
      std::string rights = segment.executable ? "code" : segment.writable ? "data" : "constants";
      bool in_file = address_ - segment.address < segment.file_size;
      add("segment", in_file ? fmt::format("{}, at offset {:#x} of the file", rights,
                                           segment.offset + (address_ - segment.address))
                             : fmt::format("{}, not in the file", rights));
    }
    if (!is_loaded) {
      throw Failure(ExitCode::bad_input,
                    fmt::format("{}: found address {:#x}, expected one that a segment loads",
                                image.file->name(), address_));
    }
    for (const elf::Section& section : image.sections) {
      if (section.loaded && address_ >= section.address &&
          address_ - section.address < section.size) {
        add("section", fmt::format("{}+{:#x}", section.name, address_ - section.address));
      }
    }
  }

  void explain_symbols() {
    auto look_in = [&](const std::vector<elf::Symbol>& symbols) {
      for (const elf::Symbol& symbol : symbols) {
        bool covers = symbol.defined && !symbol.absolute && !symbol.name.empty() &&
                      symbol.kind != elf::SymbolKind::thread_local_data &&
                      address_ >= symbol.address &&
                      (address_ == symbol.address || address_ - symbol.address < symbol.size);
        if (!covers) continue;
        std::string text = fmt::format("{}+{:#x}", symbol.name, address_ - symbol.address);
        bool is_new = std::none_of(found_.lines.begin(), found_.lines.end(),
                                   [&](const Explained& line) { return line.text == text; });
        if (is_new) add("symbol", text);
      }
    };
    if (library_.symbol_table) look_in(*library_.symbol_table);
    look_in(library_.dynamic_symbols.symbols);
  }

  // Of the word that begins at the address.
  bool explain_relocation(uint64_t word, std::vector<Explained>& lines) const {
    const std::vector<elf::Symbol>& symbols = library_.dynamic_symbols.symbols;
    std::optional<elf::Relocation> found;
    library_.relocations.for_each([&](const elf::Relocation& relocation) {
      if (!found && relocation.address == word) found = relocation;
    });
    if (!found) return false;
    std::string text =
        fmt::format("{:#x}: {}", word, elf::relocation_name(library_.image.machine, found->type));
    if (found->symbol != 0 && found->symbol < symbols.size()) {
      const elf::Symbol& symbol = symbols[found->symbol];
      text += fmt::format(" {}", symbol.name);
      if (!symbol.version.name.empty()) text += fmt::format("@{}", symbol.version.name);
    }
    if (std::optional<uint64_t> addend = elf::addend_of(library_.image, *found);
        addend && *addend != 0) {
      text += fmt::format(" + {:#x}", *addend);
    }
    lines.push_back({"relocation", text});
    explain_tls_slot(word, lines);
    return true;
  }

  void explain_tls_slot(uint64_t word, std::vector<Explained>& lines) const {
    TlsVariables variables(library_, {});
    auto slot = variables.slots().find(word);
    if (slot != variables.slots().end()) {
      lines.push_back({"thread-local", variables.in_slot(slot->second)});
    }
  }

  void explain_code() {
    NamedFunction function = names_.at(address_);
    if (function.end != 0) {
      std::string text = fmt::format("{}+{:#x}, {} bytes", label_of(function),
                                     address_ - function.begin, function.end - function.begin);
      if (function.aliases != 0) text += fmt::format(", {} more names", function.aliases);
      add("function", text);
    } else {
      add("function", "none is known here");
    }
    explain_source();
    if (library_.image.machine == elf::Machine::aarch64) {
      Aarch64Explanation more = explain_aarch64(
          library_, sites_, names_, address_, [this](uint64_t word, std::vector<Explained>& lines) {
            return explain_relocation(word, lines);
          });
      found_.lines.insert(found_.lines.end(), more.lines.begin(), more.lines.end());
      return explain_site(more.begin);
    }
    InstructionFinder finder(sites_.code);
    std::optional<uint64_t> begin = finder.holding(address_);
    if (!begin) {
      add("instruction", "none: bytes before this one, or this one, are no instruction");
      return;
    }
    if (*begin != address_) {
      add("instruction", fmt::format("inside one that begins at {:#x}", *begin));
    }
    explain_instruction(*begin);
    explain_site(*begin);
  }

  // Out of debug information, where there is any.
  void explain_source() {
    SiteList list;
    list.rows.push_back({address_, {}, SiteKind::call, SiteForm::direct, 0, "", 0, {}, {}, {}, {}});
    add_origins(library_, places_, 1, list);
    const std::optional<SiteOrigin>& origin = list.rows[0].origin;
    if (!origin) return;
    if (!origin->file.empty()) add("source", fmt::format("{}:{}", origin->file, origin->line));
    for (std::size_t index = 0; index < origin->inlined(); ++index) {
      const SourceFrame& outer = origin->chain[index + 1];
      add("inlined", fmt::format("{}, at {}:{} into {}", origin->chain[index].function,
                                 outer.file.empty() ? "a line not known" : outer.file, outer.line,
                                 outer.function));
    }
  }

  void explain_instruction(uint64_t begin) {
    std::span<const std::byte> bytes = code_from(sites_.code, begin);
    std::optional<Instruction> instruction = decode(bytes, begin);
    if (!instruction) return;
    std::string hex;
    for (int index = 0; index < instruction->length; ++index) {
      hex += fmt::format("{:02x}", static_cast<unsigned>(bytes[static_cast<std::size_t>(index)]));
    }
    add("instruction", fmt::format("{:#x}: {}  {}", begin, hex, instruction_text(bytes, begin)));
    uint64_t at = begin;
    for (int step = 0; step < most_steps; ++step) {
      std::optional<uint64_t> reached = explain_reference(*instruction, at);
      if (!reached) return;
      at = *reached;
      instruction = decode(code_from(sites_.code, at), at);
      // Past endbr64 and mold's index.
      while (instruction && !refers(*instruction) && instruction->operation != Operation::stop &&
             instruction->end() - *reached < 16) {
        at = instruction->end();
        instruction = decode(code_from(sites_.code, at), at);
      }
      if (!instruction) return;
    }
  }

  static bool refers(const Instruction& instruction) {
    const Operand& first = instruction.operands[0];
    return instruction.operation == Operation::jump || instruction.operation == Operation::call ||
           (first.kind == Operand::Kind::memory && first.memory.pc_relative);
  }

  // Where a branch leads to that may go on from there: a PLT entry or a thunk.
  std::optional<uint64_t> explain_reference(const Instruction& instruction, uint64_t at) {
    for (const Operand& operand : instruction.operands) {
      if (operand.kind == Operand::Kind::memory && operand.memory.pc_relative) {
        uint64_t place = static_cast<uint64_t>(operand.memory.displacement);
        if (!explain_relocation(place, found_.lines)) {
          add("refers to", fmt::format("{:#x}, which no relocation changes", place));
        }
        return std::nullopt;
      }
    }
    bool branches = instruction.operation == Operation::call ||
                    instruction.operation == Operation::jump ||
                    instruction.operation == Operation::conditional_jump;
    const Operand& target = instruction.operands[0];
    if (!branches || target.kind != Operand::Kind::immediate) return std::nullopt;
    NamedFunction function = names_.at(target.immediate);
    add("goes to", fmt::format("{:#x} (from {:#x}): {}", target.immediate, at, label_of(function)));
    // A function's own code says no more of this address.
    bool is_function = function.end != 0 && !function.name.empty();
    return is_function ? std::nullopt : std::optional<uint64_t>(target.immediate);
  }

  void explain_site(uint64_t begin) {
    SiteList list = list_sites(library_, sites_, watch_list_);
    for (const SiteRow& row : list.rows) {
      if (row.address != begin) continue;
      add("call site", fmt::format("{} of {}, {}", site_kind_name(row.kind),
                                   fmt::join(row.callees, " = "), site_form_name(row.form)));
      if (row.tls_model) {
        add("thread-local",
            fmt::format("{}: {}", tls_model_name(*row.tls_model),
                        row.tls_variables.empty()
                            ? "not known which"
                            : fmt::format("{}", fmt::join(row.tls_variables, " "))));
      }
    }
    for (const TlsSite& site : sites_.tls.sites) {
      bool by_call = site.model != TlsModel::initial_exec && site.model != TlsModel::local_exec;
      if (site.address != begin || by_call) continue;
      std::vector<std::string> variables;
      for (int variable : site.variables) {
        variables.push_back(sites_.tls.variables[static_cast<std::size_t>(variable)]);
      }
      add("thread-local",
          fmt::format("{}: {}", tls_model_name(site.model), fmt::join(variables, " ")));
    }
    for (const AddressUse& use : sites_.calls.addresses_in_code) {
      if (use.address == begin)
        add("takes an address", "of a watched function, without calling it");
    }
    for (const Unresolved& item : sites_.calls.unresolved) {
      if (item.address == begin || item.address == address_) add("unresolved", item.reason);
    }
  }

  const Library& library_;
  const LibrarySites& sites_;
  const WatchList& watch_list_;
  const uint64_t address_;
  const elf::DebugFilePlaces& places_;
  const FunctionNames names_;
  Explanation found_;
};

}  // namespace

Explanation explain_address(const Library& library, const LibrarySites& sites,
                            const WatchList& watch_list, uint64_t address,
                            const elf::DebugFilePlaces& places) {
  return Explainer(library, sites, watch_list, address, places).explain();
}

nlohmann::ordered_json to_json(const Explanation& explanation) {
  nlohmann::ordered_json lines = nlohmann::ordered_json::array();
  for (const Explained& line : explanation.lines) {
    lines.push_back({{"what", line.what}, {"text", line.text}});
  }
  return {{"schema_version", explanation_schema},
          {"tool", tool_name},
          {"complete", true},
          {"file", explanation.file},
          {"address", fmt::format("{:#x}", explanation.address)},
          {"explanation", lines}};
}

}  // namespace ltoscope::audit
