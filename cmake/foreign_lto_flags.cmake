# Refuses -flto and -fno-lto that come from outside the presets. Distributions inject them through CXXFLAGS
# or LDFLAGS, and CMake caches what it saw at the first configure; either way the "no LTO" baseline would be
# LTO, or the reverse, with no word said.

function(_reject_lto_flags place value)
  string(REGEX MATCH "(^|[ \t])(-f(no-)?lto[^ \t]*)" found "${value}")
  if(found)
    message(FATAL_ERROR "${place} holds ${CMAKE_MATCH_2}: LTO is chosen by the preset alone. "
      "Remove it and configure in a fresh build folder.")
  endif()
endfunction()

# Before project(): what the environment would put into the cache.
function(reject_lto_flags_from_environment)
  foreach(variable IN ITEMS CXXFLAGS CFLAGS LDFLAGS)
    _reject_lto_flags("The environment variable ${variable}" "$ENV{${variable}}")
  endforeach()
endfunction()

# After project(): what an earlier configure, or -D, left in the cache.
function(reject_lto_flags_in_cache)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" config)
  foreach(variable IN ITEMS CMAKE_CXX_FLAGS CMAKE_CXX_FLAGS_${config} CMAKE_SHARED_LINKER_FLAGS
          CMAKE_EXE_LINKER_FLAGS CMAKE_MODULE_LINKER_FLAGS CMAKE_STATIC_LINKER_FLAGS)
    _reject_lto_flags("The CMake variable ${variable}" "${${variable}}")
  endforeach()
endfunction()
