# ltoscope_check(TARGET t POLICY p... [BASELINE b] [NATIVE m...])
# Checks what target t links as part of the build: once after each link, and again after an edit of a policy or of the
# baseline. A broken or undecidable rule fails the build, and the next build tries again; the library stays where it
# is. POLICY: files in TOML, or names of policies that are built in. BASELINE: what `ltoscope baseline` wrote. NATIVE:
# Java class files, or methods, whose entry points must be there. Requires: the target ltoscope::ltoscope, which
# find_package(ltoscope) makes.
function(ltoscope_check)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET;BASELINE" "POLICY;NATIVE")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "ltoscope_check: found \"${arg_UNPARSED_ARGUMENTS}\", expected TARGET, POLICY, BASELINE or NATIVE")
  endif()
  if(NOT TARGET "${arg_TARGET}")
    message(FATAL_ERROR "ltoscope_check: found TARGET \"${arg_TARGET}\", expected a target that links a library or program")
  endif()
  if(NOT arg_POLICY AND NOT arg_NATIVE)
    message(FATAL_ERROR "ltoscope_check: found neither POLICY nor NATIVE for ${arg_TARGET}, expected what to check it against")
  endif()
  set(arguments)
  set(inputs)
  foreach(policy IN LISTS arg_POLICY)
    get_filename_component(file "${policy}" ABSOLUTE)
    if(EXISTS "${file}" OR policy MATCHES "[./]")
      list(APPEND inputs "${file}")
      list(APPEND arguments --policy "${file}")
    else()
      list(APPEND arguments --policy "${policy}")
    endif()
  endforeach()
  foreach(entry IN LISTS arg_NATIVE)
    if(entry MATCHES "\\.class$")
      get_filename_component(entry "${entry}" ABSOLUTE)
      list(APPEND inputs "${entry}")
    endif()
    list(APPEND arguments --native "${entry}")
  endforeach()
  if(arg_BASELINE)
    get_filename_component(file "${arg_BASELINE}" ABSOLUTE)
    list(APPEND inputs "${file}")
    list(APPEND arguments --baseline "${file}")
  endif()
  set(stamp "${CMAKE_CURRENT_BINARY_DIR}/${arg_TARGET}-$<CONFIG>.checked")
  add_custom_command(OUTPUT "${stamp}"
    COMMAND ltoscope::ltoscope check ${arguments} "$<TARGET_FILE:${arg_TARGET}>"
    COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
    DEPENDS "$<TARGET_FILE:${arg_TARGET}>" ${arg_TARGET} ltoscope::ltoscope ${inputs}
    COMMENT "Checking ${arg_TARGET}"
    VERBATIM)
  add_custom_target(${arg_TARGET}_ltoscope_check ALL DEPENDS "${stamp}")
endfunction()
