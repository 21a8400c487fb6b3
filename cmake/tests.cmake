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
# Neither its speed nor its debug information is worth what they cost to build, once per preset.
target_compile_options(googletest PRIVATE -w -O0 -g0)
find_package(Threads REQUIRED)
target_link_libraries(googletest PUBLIC Threads::Threads)

# Gives a target's sources to the compiler in few large pieces, which halves the work that they share (headers,
# templates). Not in dev: there each file is compiled alone, so that it must name all it uses and an edit is cheap.
# Never for the specimen, whose build is what is measured.
function(join_sources target)
  if(LTOSCOPE_SANITIZER OR NOT CMAKE_BUILD_TYPE STREQUAL RelWithDebInfo)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 12)
  endif()
endfunction()

# ltoscope_test(name SOURCES x_test.cc... LIBRARIES target... [NAME_SUFFIX text])
# One GoogleTest program in bin/, each of its tests known to ctest by its own name, with the text after it. Where LTOSCOPE_TESTS_ON_DEMAND is
# set, it is built only when asked for by name, and ctest does not know it.
function(ltoscope_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "NAME_SUFFIX" "SOURCES;LIBRARIES")
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} googletest)
  join_sources(${name})
  if(LTOSCOPE_TESTS_ON_DEMAND)
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
  else()
    gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST TEST_SUFFIX "${arg_NAME_SUFFIX}")
  endif()
endfunction()
