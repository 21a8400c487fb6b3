// Walks the relocations of an object's loaded sections once.
#include "audit/object_call_sites.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>

#include "audit/relocation_forms.h"

namespace ltoscope::audit {
namespace {

constexpr std::size_t no_watched_name = ~std::size_t{0};

// Compilers move what runs rarely out of a function; going there is no call of it.
bool is_rare_part(std::string_view name) {
  return name.find(".cold") != name.npos || name.find(".warm") != name.npos;
}

bool is_watched_symbol(const WatchedGlobs& watched, std::string_view name) {
  if (is_rare_part(name)) return false;
  auto matches = [&](const std::string& glob) { return name_matches_glob(glob, name); };
  return std::any_of(watched.globs.begin(), watched.globs.end(), matches) &&
         std::none_of(watched.exceptions.begin(), watched.exceptions.end(), matches);
}

// Which watched name each symbol is, so that globs are matched once for each symbol.
std::vector<std::size_t> watched_symbols(const elf::Relocatable& object,
                                         const std::vector<WatchedGlobs>& watched) {
  std::vector<std::size_t> of_symbol(object.symbols.size(), no_watched_name);
  for (std::size_t symbol = 0; symbol < object.symbols.size(); ++symbol) {
    if (object.symbols[symbol].name.empty()) continue;
    for (std::size_t index = 0; index < watched.size(); ++index) {
      if (!is_watched_symbol(watched[index], object.symbols[symbol].name)) continue;
      of_symbol[symbol] = index;
      break;
    }
  }
  return of_symbol;
}

class SiteWalk {
 public:
  SiteWalk(const elf::Relocatable& object, const std::vector<WatchedGlobs>& watched)
      : object_(object), of_symbol_(watched_symbols(object, watched)), places_(object) {
    result_.counts.resize(watched.size());
  }

  ObjectSites find() {
    std::vector<std::vector<elf::ObjectRelocation>> relocations =
        elf::read_object_relocations(object_);
    for (uint32_t section = 0; section < relocations.size(); ++section) {
      const elf::ObjectSection& info = object_.sections[section];
      // Debug information and unwind tables speak of functions without using them.
      if (!info.loaded || info.unwind) continue;
      elf::ByteReader bytes = elf::section_bytes(object_, section);
      for (const elf::ObjectRelocation& relocation : relocations[section]) {
        look_at(relocation, section, bytes.bytes());
      }
    }
    note_doubts();
    return std::move(result_);
  }

 private:
  bool is_x86_64() const { return object_.machine == elf::Machine::x86_64; }

  void look_at(const elf::ObjectRelocation& relocation, uint32_t section,
               std::span<const std::byte> bytes) {
    bool in_code = object_.sections[section].executable;
    std::optional<ObjectTlsModel> model =
        is_x86_64() ? x86_64_tls_model(relocation.type) : aarch64_tls_model(relocation.type);
    if (model) {
      if (in_code) count_tls(*model, relocation.symbol);
      return;
    }
    std::size_t watched = target_of(relocation);
    if (watched == no_watched_name) return;
    ObjectSiteForm form = is_x86_64()
                              ? x86_64_site(relocation.type, bytes, relocation.offset, in_code)
                              : aarch64_site(relocation.type, bytes, relocation.offset, in_code);
    if (form == ObjectSiteForm::none) return;
    result_.sites.push_back({watched, form, section, relocation.offset});
    count(form, result_.counts[watched]);
  }

  // Assemblers name functions of the same file by their section, when they can.
  std::size_t target_of(const elf::ObjectRelocation& relocation) const {
    const elf::ObjectSymbol& symbol = object_.symbols[relocation.symbol];
    if (!symbol.name.empty() || symbol.section == 0 || !relocation.addend) {
      return of_symbol_[relocation.symbol];
    }
    constexpr int64_t to_next_instruction = 4;
    bool from_next = is_x86_64() && (relocation.type == 2 || relocation.type == 4);
    int64_t offset = *relocation.addend + (from_next ? to_next_instruction : 0);
    if (offset < 0) return no_watched_name;
    std::optional<uint32_t> named = places_.at(symbol.section, static_cast<uint64_t>(offset));
    bool at_start = named && object_.symbols[*named].offset == static_cast<uint64_t>(offset);
    return at_start ? of_symbol_[*named] : no_watched_name;
  }

  static void count(ObjectSiteForm form, ObjectSiteCounts& counts) {
    counts.call += form == ObjectSiteForm::call;
    counts.tail_jump +=
        form == ObjectSiteForm::tail_jump || form == ObjectSiteForm::conditional_tail_jump;
    counts.conditional_tail_jump += form == ObjectSiteForm::conditional_tail_jump;
    counts.address_in_code += form == ObjectSiteForm::address_in_code;
    counts.address_in_data += form == ObjectSiteForm::address_in_data;
    counts.unresolved += form == ObjectSiteForm::unresolved;
  }

  static int64_t& field_of(ObjectTlsModel model, ObjectTlsCounts& counts) {
    switch (model) {
      case ObjectTlsModel::general_dynamic:
        return counts.general_dynamic;
      case ObjectTlsModel::local_dynamic:
      case ObjectTlsModel::local_dynamic_use:
        return counts.local_dynamic;
      case ObjectTlsModel::descriptor:
        return counts.descriptor;
      case ObjectTlsModel::initial_exec:
        return counts.initial_exec;
      case ObjectTlsModel::local_exec:
        return counts.local_exec;
    }
    return counts.local_exec;
  }

  void count_tls(ObjectTlsModel model, uint32_t symbol) {
    // One site of this model finds the module; what variables it is for, the uses behind it tell.
    if (model != ObjectTlsModel::local_dynamic_use) ++field_of(model, result_.tls);
    if (model == ObjectTlsModel::local_dynamic) return;
    const elf::ObjectSymbol& variable = object_.symbols[symbol];
    std::string name(variable.name);
    if (name.empty()) {
      name = variable.section == 0 ? "an unnamed variable"
                                   : std::string(object_.sections[variable.section].name);
    }
    ++field_of(model, result_.tls_of_variables[name]);
  }

  // A call of a local function in the same section needs no linker, and so no relocation.
  void note_doubts() {
    for (std::size_t index = 0; index < object_.symbols.size(); ++index) {
      const elf::ObjectSymbol& symbol = object_.symbols[index];
      if (of_symbol_[index] == no_watched_name || symbol.role != elf::SymbolRole::local) continue;
      if (symbol.section == 0) continue;
      result_.doubts[of_symbol_[index]] = fmt::format(
          "{} is local to {}, whose calls of it may have no relocation", symbol.name, object_.file);
    }
  }

  const elf::Relocatable& object_;
  std::vector<std::size_t> of_symbol_;
  elf::SymbolsBySection places_;
  ObjectSites result_;
};

}  // namespace

void ObjectSiteCounts::add(const ObjectSiteCounts& other) {
  call += other.call;
  tail_jump += other.tail_jump;
  conditional_tail_jump += other.conditional_tail_jump;
  address_in_code += other.address_in_code;
  address_in_data += other.address_in_data;
  unresolved += other.unresolved;
}

void ObjectTlsCounts::add(const ObjectTlsCounts& other) {
  general_dynamic += other.general_dynamic;
  local_dynamic += other.local_dynamic;
  descriptor += other.descriptor;
  initial_exec += other.initial_exec;
  local_exec += other.local_exec;
}

std::vector<WatchedGlobs> usually_watched() {
  // Placement forms allocate nothing.
  return {{"malloc", {"malloc"}},
          {"free", {"free"}},
          {"__tls_get_addr", {"__tls_get_addr"}},
          {"operator new", {"_Zn[wa][mj]*"}, {"_Zn[wa][mj]Pv"}},
          {"operator delete", {"_Zd[la]Pv*"}, {"_Zd[la]PvS_"}}};
}

bool name_matches_glob(const std::string& glob, std::string_view name) {
  return fnmatch(glob.c_str(), std::string(name).c_str(), 0) == 0;
}

ObjectSites find_object_sites(const elf::Relocatable& object,
                              const std::vector<WatchedGlobs>& watched) {
  bool known = object.wide &&
               (object.machine == elf::Machine::x86_64 || object.machine == elf::Machine::aarch64);
  if (known) return SiteWalk(object, watched).find();
  ObjectSites result;
  result.counts.resize(watched.size());
  result.unknown = fmt::format("call sites are read of x86-64 and AArch64, found {}{}",
                               object.wide ? "" : "32-bit ", machine_name(object.machine));
  return result;
}

}  // namespace ltoscope::audit
