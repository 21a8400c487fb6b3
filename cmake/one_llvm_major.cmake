# Requires compiler, linker, ar, ranlib and nm to be of one LLVM major. Asks each tool itself: a name
# promises nothing.

function(_llvm_major result role output tool)
  # "clang version 19.1.7", "LLVM version 19.1.7", "LLD 19.1.7": each with a vendor's words around it.
  if(output MATCHES "(clang version|LLVM version|LLD) ([0-9]+)\\.")
    set(${result} "${CMAKE_MATCH_2}" PARENT_SCOPE)
  else()
    string(REGEX MATCH "^[^\n]*" first_line "${output}")
    message(FATAL_ERROR "The ${role}, ${tool}, is not an LLVM tool (it says \"${first_line}\"). "
      "Compiler, lld, ar, ranlib and nm must all be LLVM of one major; use a preset, and a fresh build folder.")
  endif()
endfunction()

function(require_one_llvm_major)
  execute_process(COMMAND "${CMAKE_CXX_COMPILER}" --version OUTPUT_VARIABLE said ERROR_VARIABLE said)
  _llvm_major(compiler_major compiler "${said}" "${CMAKE_CXX_COMPILER}")
  # The linker as the compiler driver picks it: plain ld.lld on the PATH may be another major.
  execute_process(COMMAND "${CMAKE_CXX_COMPILER}" -fuse-ld=lld -Wl,--version OUTPUT_VARIABLE said ERROR_VARIABLE said)
  _llvm_major(lld_major lld "${said}" "${CMAKE_CXX_COMPILER} -fuse-ld=lld")
  foreach(role IN ITEMS ar ranlib nm)
    string(TOUPPER "CMAKE_${role}" variable)
    execute_process(COMMAND "${${variable}}" --version OUTPUT_VARIABLE said ERROR_VARIABLE said)
    _llvm_major(${role}_major ${role} "${said}" "${${variable}}")
  endforeach()
  foreach(role IN ITEMS lld ar ranlib nm)
    if(NOT ${role}_major EQUAL compiler_major)
      message(FATAL_ERROR "The compiler is LLVM ${compiler_major} but ${role} is LLVM ${${role}_major}: "
        "bitcode of one major is unreadable to another. Use a preset, and a fresh build folder.")
    endif()
  endforeach()
endfunction()
