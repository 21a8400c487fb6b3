// One case for each machine.
#include "audit/library_sites.h"

#include <fmt/format.h>

#include "audit/aarch64_call_sites.h"
#include "audit/aarch64_tls_sites.h"
#include "audit/never_returning.h"

namespace ltoscope::audit {
namespace {

std::optional<std::string> reason_against_decoding(const elf::Image& image) {
  bool x86 = image.machine == elf::Machine::x86_64;
  if (!x86 && image.machine != elf::Machine::aarch64) {
    return fmt::format("call sites are decoded for x86-64 and AArch64; this file is for {}",
                       elf::machine_name(image.machine));
  }
  if (image.wide) return std::nullopt;
  return fmt::format("call sites are not decoded in {} files with 32-bit addresses ({})",
                     elf::machine_name(image.machine), x86 ? "x32" : "ILP32");
}

}  // namespace

std::optional<std::string> reason_to_doubt_absence(const Library& library,
                                                   const LibrarySites& sites,
                                                   const WatchList& watch_list,
                                                   std::size_t callee) {
  CalleeSet set = callee_set(callee);
  bool was_found = ((sites.callees.imported | sites.callees.defined) & set) != 0;
  if (was_found || library.symbol_table) return std::nullopt;
  bool only_loaders_define_it = watch_list.names()[callee] == tls_lookup;
  if (only_loaders_define_it && library.dynamic.present) return std::nullopt;
  return "not imported, and the file has no symbol table that would say whether it is defined "
         "inside";
}

LibrarySites find_library_sites(const Library& library, const WatchList& watch_list, int threads) {
  const std::vector<elf::Symbol>& dynamic_symbols = library.dynamic_symbols.symbols;
  LibrarySites found;
  found.reason_against = reason_against_decoding(library.image);
  if (found.reason_against) return found;
  found.callees = find_callees(watch_list, library.image, library.relocations, dynamic_symbols,
                               library.symbols());
  found.code = map_code(library.image, dynamic_symbols, library.symbols());
  NeverReturning never_returning =
      find_never_returning(library.relocations, dynamic_symbols, library.symbols());
  SiteSearch search{found.callees, never_returning, library.dynamic.got, threads};
  bool aarch64 = library.image.machine == elf::Machine::aarch64;
  found.calls = aarch64
                    ? find_aarch64_call_sites(library.image, found.code, search, library.symbols())
                    : find_call_sites(library.image, found.code, search);
  bool fixed_offsets =
      library.image.type == elf::FileType::executable || library.dynamic.is_executable;
  TlsVariables variables(library, [&] { return tls_names_in_debug_info(library, threads); });
  CalleeSet lookup = watch_list.named(tls_lookup);
  found.tls = aarch64 ? find_aarch64_tls_sites(found.code, variables, found.calls.sites, lookup,
                                               fixed_offsets, search)
                      : find_tls_sites(found.code, variables, found.calls.sites, lookup,
                                       fixed_offsets, threads);
  if (!variables.further_names_from().empty())
    found.tls_names_from = variables.further_names_from();
  return found;
}

}  // namespace ltoscope::audit
