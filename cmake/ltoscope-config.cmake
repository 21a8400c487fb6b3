# find_package(ltoscope): the command as ltoscope::ltoscope, and ltoscope_check().
if(NOT TARGET ltoscope::ltoscope)
  add_executable(ltoscope::ltoscope IMPORTED)
  get_filename_component(ltoscope_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
  set_target_properties(ltoscope::ltoscope PROPERTIES IMPORTED_LOCATION "${ltoscope_prefix}/bin/ltoscope")
  unset(ltoscope_prefix)
endif()
include("${CMAKE_CURRENT_LIST_DIR}/ltoscope_check.cmake")
