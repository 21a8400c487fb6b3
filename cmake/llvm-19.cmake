# Toolchain file: pins compiler, archiver, ranlib and nm to LLVM 19 as Debian names them. Bitcode of one LLVM
# major is unreadable to the tools of another, and plain `ar` packs it without an index, silently.
# The values are cache entries, so one that is overridden by hand meets the check in one_llvm_major.cmake.
foreach(tool IN ITEMS clang-19 clang++-19 llvm-ar-19 llvm-ranlib-19 llvm-nm-19 ld.lld-19
        llvm-bcanalyzer-19)
  find_program(path ${tool} NO_CACHE)
  if(NOT path)
    message(FATAL_ERROR "${tool} is not installed; run ci/setup as root (Debian 12 packages clang-19, lld-19, llvm-19).")
  endif()
  set(found_${tool} "${path}")
  unset(path)
endforeach()
set(CMAKE_C_COMPILER "${found_clang-19}" CACHE FILEPATH "C compiler")
set(CMAKE_CXX_COMPILER "${found_clang++-19}" CACHE FILEPATH "C++ compiler")
set(CMAKE_AR "${found_llvm-ar-19}" CACHE FILEPATH "archiver")
set(CMAKE_RANLIB "${found_llvm-ranlib-19}" CACHE FILEPATH "archive indexer")
set(CMAKE_NM "${found_llvm-nm-19}" CACHE FILEPATH "symbol lister")
set(LTOSCOPE_BCANALYZER "${found_llvm-bcanalyzer-19}" CACHE FILEPATH "reads which LTO a bitcode file is for")
