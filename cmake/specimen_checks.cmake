# What is checked of the specimen while it is built, as steps of the build itself: that the archive holds what the
# preset promises, and that the library exports what the list says.
set(specimen_checks_folder "${CMAKE_CURRENT_LIST_DIR}")

# An OBJECT library `name` with engine::build_information(), generated after looking at the archive `archive`.
function(add_build_information name archive)
  set(generated "${CMAKE_CURRENT_BINARY_DIR}/build_information.cc")
  set(march "${LTOSCOPE_MARCH}")
  if(NOT march)
    set(march default)
  endif()
  add_custom_command(
    OUTPUT "${generated}"
    COMMAND "${CMAKE_COMMAND}" "-DARCHIVE=$<TARGET_FILE:${archive}>" "-DEXPECTED_LTO=${LTOSCOPE_LTO}"
      "-DAR=${CMAKE_AR}" "-DBCANALYZER=${LTOSCOPE_BCANALYZER}" "-DVERSION=${PROJECT_VERSION}" "-DMARCH=${march}"
      "-DOUTPUT=${generated}" -P "${specimen_checks_folder}/observe_archive.cmake"
    DEPENDS ${archive} "${specimen_checks_folder}/observe_archive.cmake"
    COMMENT "Looking at the members of lib${archive}.a"
    VERBATIM)
  add_library(${name} OBJECT "${generated}")
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_include_directories(${name} PRIVATE "$<TARGET_PROPERTY:${archive},INTERFACE_INCLUDE_DIRECTORIES>")
  # The flags but not the archive: who links it whole must not get it a second time, plain.
  target_link_libraries(${name} PRIVATE specimen_flags)
endfunction()

# After the link of `library`: its archive's members once more, and its exports against `list`; a library that fails
# is removed.
function(check_specimen library archive list)
  add_custom_command(TARGET ${library} POST_BUILD
    COMMAND "${CMAKE_COMMAND}" "-DLIBRARY=$<TARGET_FILE:${library}>" "-DARCHIVE=$<TARGET_FILE:${archive}>"
      "-DEXPECTED_LTO=${LTOSCOPE_LTO}" "-DAR=${CMAKE_AR}" "-DBCANALYZER=${LTOSCOPE_BCANALYZER}"
      "-DNM=${CMAKE_NM}" "-DLIST=${list}" -P "${specimen_checks_folder}/check_library.cmake"
    VERBATIM)
endfunction()
