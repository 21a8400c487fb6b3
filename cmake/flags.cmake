# Two INTERFACE targets carry every flag. `ltoscope_flags` is for all our code; `specimen_flags` adds what the
# presets vary (LTO, instruction set) and goes to the specimen and its benchmarks only: the instrument must not
# change with its subject. Flags that change generated code stand at the link too, since LTO generates code there.

set(LTOSCOPE_LTO none CACHE STRING "LTO of the specimen: none, thin or full; set by the preset")
set(LTOSCOPE_THINLTO_CACHE OFF CACHE BOOL "whether a ThinLTO link keeps an incremental cache; set by the preset")
set(LTOSCOPE_SANITIZER "" CACHE STRING "what -fsanitize is given, or nothing; set by the preset")
set(LTOSCOPE_MARCH "" CACHE STRING "-march of the specimen, or nothing; set by the preset")

add_library(ltoscope_flags INTERFACE)
target_compile_options(ltoscope_flags INTERFACE -Wall -Wextra -Werror=return-type
  -fvisibility=hidden -fvisibility-inlines-hidden -ffunction-sections -fdata-sections)
target_link_options(ltoscope_flags INTERFACE -fuse-ld=lld -ffunction-sections -fdata-sections -Wl,--gc-sections)
if(LTOSCOPE_SANITIZER)
  target_compile_options(ltoscope_flags INTERFACE -fsanitize=${LTOSCOPE_SANITIZER}
    -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(ltoscope_flags INTERFACE -fsanitize=${LTOSCOPE_SANITIZER})
endif()

add_library(specimen_flags INTERFACE)
target_link_libraries(specimen_flags INTERFACE ltoscope_flags)
if(LTOSCOPE_MARCH)
  target_compile_options(specimen_flags INTERFACE -march=${LTOSCOPE_MARCH})
  target_link_options(specimen_flags INTERFACE -march=${LTOSCOPE_MARCH})
endif()
if(NOT LTOSCOPE_SIZED_DELETE)
  target_compile_options(specimen_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fno-sized-deallocation>)
endif()
if(LTOSCOPE_LTO STREQUAL none)
  # Said, not left out: nothing that a user's configuration file adds may turn it on.
  target_compile_options(specimen_flags INTERFACE -fno-lto)
elseif(LTOSCOPE_LTO MATCHES "^(thin|full)$")
  target_compile_options(specimen_flags INTERFACE -flto=${LTOSCOPE_LTO})
  target_link_options(specimen_flags INTERFACE -flto=${LTOSCOPE_LTO})
  if(LTOSCOPE_LTO STREQUAL thin AND LTOSCOPE_THINLTO_CACHE)
    target_link_options(specimen_flags INTERFACE "-Wl,--thinlto-cache-dir=${CMAKE_BINARY_DIR}/thinlto-cache")
  endif()
else()
  message(FATAL_ERROR "LTOSCOPE_LTO is \"${LTOSCOPE_LTO}\"; expected none, thin or full.")
endif()
