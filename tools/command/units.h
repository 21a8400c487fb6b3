// Factors between the units that files and system calls use and those that we store and show.
#pragma once

#include <cstdint>

namespace ltoscope {

constexpr double nanoseconds_in_second = 1e9;
constexpr double microseconds_in_second = 1e6;
constexpr int64_t bytes_in_kib = 1024;

}  // namespace ltoscope
