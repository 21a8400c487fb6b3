# GoogleTest from Debian's sources with our flags, and one function to add a test program.
include(GoogleTest)

set(googletest_sources /usr/src/googletest)
if(NOT EXISTS "${googletest_sources}/googletest/src/gtest-all.cc")
  message(FATAL_ERROR "${googletest_sources} is missing; run ci/setup as root (Debian 12 package googletest).")
endif()
add_library(googletest STATIC EXCLUDE_FROM_ALL
  "${googletest_sources}/googletest/src/gtest-all.cc"
  "${googletest_sources}/googlemock/src/gmock-all.cc"
  "${googletest_sources}/googlemock/src/gmock_main.cc")
target_include_directories(googletest SYSTEM
  PUBLIC "${googletest_sources}/googletest/include" "${googletest_sources}/googlemock/include"
  PRIVATE "${googletest_sources}/googletest" "${googletest_sources}/googlemock")
target_link_libraries(googletest PUBLIC ltoscope_flags)
target_compile_options(googletest PRIVATE -w)
find_package(Threads REQUIRED)
target_link_libraries(googletest PUBLIC Threads::Threads)

# ltoscope_test(name SOURCES x_test.cc... LIBRARIES target...)
# One GoogleTest program in bin/, each of its tests known to ctest by its own name. Where LTOSCOPE_TESTS_ON_DEMAND is
# set, it is built only when asked for by name, and ctest does not know it.
function(ltoscope_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES")
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} googletest)
  if(LTOSCOPE_TESTS_ON_DEMAND)
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
  else()
    gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST)
  endif()
endfunction()
