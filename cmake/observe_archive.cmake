# Script: looks at ARCHIVE, requires EXPECTED_LTO of it, and writes OUTPUT, the source file through which the library
# tells how it was built. Rewrites OUTPUT only when it changes.
include("${CMAKE_CURRENT_LIST_DIR}/archive_members.cmake")
require_archive_members(found "${ARCHIVE}" "${EXPECTED_LTO}")
file(CONFIGURE OUTPUT "${OUTPUT}" @ONLY CONTENT [[// Generated from what the archive's members are; do not edit.
#include "engine.h"

namespace engine {

const BuildInformation& build_information() noexcept {
  static constexpr BuildInformation information = {
      .version = "@VERSION@",
      .lto = "@found_LTO@",
      .members = "@found_BITCODE@ of @found_MEMBERS@ members are bitcode",
      .compiler = __VERSION__,
      .march = "@MARCH@",
  };
  return information;
}

}  // namespace engine
]])
