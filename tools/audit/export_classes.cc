// The globs of each class, over mangled names.
#include "audit/export_classes.h"

#include <fnmatch.h>

#include <algorithm>
#include <array>

namespace ltoscope::audit {
namespace {

constexpr std::array<std::string_view, 4> jni_globs = {"Java_*", "JavaCritical_*", "JNI_OnLoad*",
                                                       "JNI_OnUnload*"};
constexpr std::array<std::string_view, 2> python_globs = {"PyInit_*", "PyInitU_*"};
// Operators new and delete, malloc's family, and the prefixes of allocators that are linked in.
constexpr std::array<std::string_view, 24> allocator_globs = {
    "_Zn[wa][mj]*",   "_Zd[la]Pv*",
    "malloc",         "calloc",
    "realloc",        "reallocarray",
    "free",           "cfree",
    "memalign",       "aligned_alloc",
    "posix_memalign", "valloc",
    "pvalloc",        "malloc_usable_size",
    "malloc_trim",    "malloc_stats*",
    "malloc_info",    "mallopt",
    "mallinfo*",      "mallctl*",
    "je_*",           "_rjem_*",
    "mi_*",           "tc_*"};
// std:: and what stands in its headers, with the abbreviations of the mangling (Sa, Sb, Ss, Si, So,
// Sd), tables of types and guards of statics included.
constexpr std::array<std::string_view, 10> std_globs = {"_ZSt*",
                                                        "_ZNS[tabsiod]*",
                                                        "_ZNKS[tabsiod]*",
                                                        "_ZT[ISVTC]S[tabsiod]*",
                                                        "_ZT[ISVTC]NS[tabsiod]*",
                                                        "_ZGVNSt*",
                                                        "_ZGVZNSt*",
                                                        "_ZZNSt*",
                                                        "_ZN9__gnu_cxx*",
                                                        "_ZNK9__gnu_cxx*"};
constexpr std::array<std::string_view, 13> runtime_globs = {
    "__cxa_*",        "__gxx_personality*", "__gcc_personality*", "__dynamic_cast",
    "_ZN10__cxxabi*", "_ZNK10__cxxabi*",    "_ZT?N10__cxxabi*",   "_Unwind_*",
    "__emutls_*",     "__cpu_model*",       "__cpu_indicator*",   "__*[tdsx][if][23]",
    "__morestack*"};

constexpr std::array classes = {
    ExportClass{"jni", "entry points of the Java Native Interface", jni_globs},
    ExportClass{"python", "entry points of Python modules", python_globs},
    ExportClass{"allocator", "names of memory allocators", allocator_globs},
    ExportClass{"std", "code of the C++ standard library", std_globs},
    ExportClass{"runtime", "the C++ and compiler runtime", runtime_globs},
};

bool matches_one(std::span<const std::string_view> globs, const std::string& name) {
  return std::any_of(globs.begin(), globs.end(), [&](std::string_view glob) {
    // The globs above are literals, which end in NUL.
    return ::fnmatch(glob.data(), name.c_str(), 0) == 0;
  });
}

}  // namespace

std::span<const ExportClass> export_classes() { return classes; }

std::string_view class_of(const elf::Symbol& symbol) {
  if (symbol.kind == elf::SymbolKind::function_by_resolver || symbol.name.ends_with(".resolver")) {
    return "resolver";
  }
  std::string name(symbol.name);
  for (const ExportClass& candidate : classes) {
    if (matches_one(candidate.globs, name)) return candidate.name;
  }
  return "other";
}

std::vector<std::string_view> export_class_names() {
  std::vector<std::string_view> names;
  for (const ExportClass& known : classes) names.push_back(known.name);
  names.insert(names.end(), {"resolver", "other"});
  return names;
}

bool is_of_class(const elf::Symbol& symbol, std::string_view class_name) {
  if (class_name == "unique") return symbol.binding == elf::Binding::unique;
  return class_of(symbol) == class_name;
}

}  // namespace ltoscope::audit
