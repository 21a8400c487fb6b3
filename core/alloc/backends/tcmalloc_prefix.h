// Comes before each of tcmalloc's files, none of which is changed: gives its names that are visible
// to a linker a prefix, keeps it from defining malloc and mmap for everyone and from taking static
// thread-local storage, which a library that is loaded late may not find.
#pragma once

// What it includes of the C++ library, before common words such as "base" get another meaning.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <map>
#include <new>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// One definition for each name; ci/backends makes it of what the objects define.
#if __has_include(<renamed.h>)
#include <renamed.h>
#endif

// Defined in tcmalloc.cc beside this header.
#define RunningOnValgrind engine_RunningOnValgrind

#include <config.h>
// After config.h.
#include <base/basictypes.h>
#include <base/commandlineflags.h>
#include <base/spinlock.h>
#undef ATTR_INITIAL_EXEC
#define ATTR_INITIAL_EXEC

// base/spinlock.h puts a macro with a parameter, against unnamed holders, over the new name.
#undef SpinLockHolder
#if __has_include(<renamed.h>)
#define SpinLockHolder engine_SpinLockHolder
#endif

// In place of libc_override.h, which would define malloc and operators new and delete.
#define TCMALLOC_LIBC_OVERRIDE_INL_H_
#define CPP_NOTHROW noexcept
#define CPP_BADALLOC
// Aliases are given by text that is not renamed.
#define TCMALLOC_NO_ALIASES

// In place of what it would define for malloc of the system.
[[maybe_unused]] static void ReplaceSystemAlloc() {}

// A library does not write to its host's standard error unless asked to: blocks from a gigabyte on
// are not told.
#undef EnvToInt64
#define EnvToInt64(name, otherwise)                                               \
  (std::getenv(name) != nullptr ? std::strtoll(std::getenv(name), nullptr, 10)    \
   : std::string_view(name) == "TCMALLOC_LARGE_ALLOC_REPORT_THRESHOLD" ? int64{0} \
                                                                       : (otherwise))
