# Whose blocks core/alloc counts. One allocator in each library: the C library's, or one that is compiled into it out
# of the sources that ci/backends fetches, under names of its own, with the flags of the specimen, so that LTO can
# inline it.
set(alloc_backends glibc jemalloc mimalloc tcmalloc)
set(LTOSCOPE_ALLOC_BACKEND glibc CACHE STRING
  "whose blocks the library counts: glibc, jemalloc, mimalloc or tcmalloc; host: it leaves operators new and delete alone")
set(LTOSCOPE_ALLOC_BACKENDS_TRIED "" CACHE STRING
  "backends that tests and benchmarks get too, each in a library of its own: a list, or nothing")
set(LTOSCOPE_BACKEND_SOURCES "${PROJECT_SOURCE_DIR}/build/backends" CACHE PATH "where ci/backends put the sources")
set(LTOSCOPE_SIZED_DELETE ON CACHE BOOL "whether compilers tell operator delete the size, which backends rely on")

function(require_backend variable backend)
  if(NOT backend IN_LIST alloc_backends)
    list(JOIN alloc_backends ", " known)
    message(FATAL_ERROR "${variable} names \"${backend}\"; expected one of: ${known}.")
  endif()
  if(backend STREQUAL glibc)
    return()
  endif()
  if(LTOSCOPE_SANITIZER)
    message(FATAL_ERROR "${variable} names ${backend}, but -fsanitize=${LTOSCOPE_SANITIZER} sees the blocks of the C "
      "library's malloc only; expected glibc.")
  endif()
  if(NOT EXISTS "${LTOSCOPE_BACKEND_SOURCES}/${backend}/SOURCES")
    message(FATAL_ERROR "${variable} names ${backend}, but ${LTOSCOPE_BACKEND_SOURCES}/${backend} is missing; "
      "run ci/backends.")
  endif()
endfunction()

list(LENGTH LTOSCOPE_ALLOC_BACKEND count)
if(NOT count EQUAL 1)
  message(FATAL_ERROR "LTOSCOPE_ALLOC_BACKEND is \"${LTOSCOPE_ALLOC_BACKEND}\"; expected one backend, since blocks of "
    "one would meet the free() of another. LTOSCOPE_ALLOC_BACKENDS_TRIED takes several, for tests and benchmarks.")
endif()
set(host_owns_operators OFF)
if(LTOSCOPE_ALLOC_BACKEND STREQUAL host)
  set(host_owns_operators ON)
  if(LTOSCOPE_ALLOC_BACKENDS_TRIED)
    message(FATAL_ERROR "LTOSCOPE_ALLOC_BACKEND is \"host\"; expected LTOSCOPE_ALLOC_BACKENDS_TRIED to be empty.")
  endif()
else()
  require_backend(LTOSCOPE_ALLOC_BACKEND "${LTOSCOPE_ALLOC_BACKEND}")
endif()
foreach(backend IN LISTS LTOSCOPE_ALLOC_BACKENDS_TRIED)
  require_backend(LTOSCOPE_ALLOC_BACKENDS_TRIED "${backend}")
endforeach()
# Each once, the library's own first.
set(built_backends ${LTOSCOPE_ALLOC_BACKEND} ${LTOSCOPE_ALLOC_BACKENDS_TRIED})
list(REMOVE_DUPLICATES built_backends)

# What targets of a backend end in: nothing for the library's own, so that there are names that all presets have.
function(backend_suffix variable backend)
  set(suffix "_${backend}")
  if(backend STREQUAL LTOSCOPE_ALLOC_BACKEND)
    set(suffix)
  endif()
  set(${variable} "${suffix}" PARENT_SCOPE)
endfunction()

# An OBJECT library `alloc_backend_NAME` of the allocator itself.
function(add_backend_objects backend)
  set(target alloc_backend_${backend})
  set(folder "${LTOSCOPE_BACKEND_SOURCES}/${backend}")
  file(STRINGS "${folder}/SOURCES" sources)
  list(TRANSFORM sources PREPEND "${folder}/")
  add_library(${target} OBJECT ${sources})
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(${target} PRIVATE specimen_flags)
  target_compile_options(${target} PRIVATE -w)
  target_compile_definitions(${target} PRIVATE _GNU_SOURCE NDEBUG)
  if(backend STREQUAL jemalloc)
    target_include_directories(${target} PRIVATE "${folder}/include")
  elseif(backend STREQUAL mimalloc)
    target_include_directories(${target} PRIVATE "${folder}" "${folder}/include")
    target_compile_options(${target} PRIVATE -include renamed.h)
  elseif(backend STREQUAL tcmalloc)
    set_target_properties(${target} PROPERTIES CXX_STANDARD 17)
    target_include_directories(${target} PRIVATE "${folder}" "${folder}/configured" "${folder}/src")
    target_compile_definitions(${target} PRIVATE NO_TCMALLOC_SAMPLES NO_HEAP_CHECK)
    target_compile_options(${target} PRIVATE -include "${PROJECT_SOURCE_DIR}/core/alloc/backends/tcmalloc_prefix.h")
    # As in ci/backends.
    set_source_files_properties("${folder}/src/malloc_hook.cc" PROPERTIES COMPILE_OPTIONS -U__linux)
  endif()
endfunction()
