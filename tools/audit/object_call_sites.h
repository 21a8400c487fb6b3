// Call sites before linking: which instructions of a relocatable object reach watched functions and
// thread-local variables. Relocations name the targets; the bytes before each tell a call from a
// tail jump and from code that only takes the address.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "elf/relocatable.h"

namespace ltoscope::audit {

// A function to look for: any symbol that one of the globs matches and no exception does.
struct WatchedGlobs {
  std::string name;  // as reported: "operator new"
  std::vector<std::string> globs;
  std::vector<std::string> exceptions = {};
};

// malloc, free, __tls_get_addr, operator new, operator delete.
std::vector<WatchedGlobs> usually_watched();

enum class ObjectSiteForm {
  none,  // no site: part of one that is counted elsewhere, or no use of the function
  call,
  tail_jump,
  conditional_tail_jump,
  address_in_code,
  address_in_data,
  unresolved,  // loads the address into a register that may be called later
};

struct ObjectSiteCounts {
  int64_t call = 0;
  int64_t tail_jump = 0;  // conditional ones, too
  int64_t conditional_tail_jump = 0;
  int64_t address_in_code = 0;
  int64_t address_in_data = 0;
  int64_t unresolved = 0;
  void add(const ObjectSiteCounts& other);
};

// Places in code that find thread-local variables, by the model that the compiler chose. The linker
// may still choose a cheaper one.
struct ObjectTlsCounts {
  int64_t general_dynamic = 0;
  int64_t local_dynamic = 0;  // of a variable: uses behind such a site
  int64_t descriptor = 0;
  int64_t initial_exec = 0;
  int64_t local_exec = 0;
  void add(const ObjectTlsCounts& other);
};

struct ObjectSite {
  std::size_t watched;  // index of the name
  ObjectSiteForm form;
  uint32_t section;
  uint64_t offset;  // of the bytes that the linker fills in
};

struct ObjectSites {
  std::vector<ObjectSiteCounts> counts;  // one for each watched name
  std::vector<ObjectSite> sites;
  ObjectTlsCounts tls;
  std::map<std::string, ObjectTlsCounts> tls_of_variables;
  std::optional<std::string> unknown;  // why nothing was counted
  // By index of the name: why its calls may be more.
  std::map<std::size_t, std::string> doubts;
};

// x86-64 and AArch64; for other machines the result is unknown.
ObjectSites find_object_sites(const elf::Relocatable& object,
                              const std::vector<WatchedGlobs>& watched);

bool name_matches_glob(const std::string& glob, std::string_view name);

}  // namespace ltoscope::audit
