// Reading a file whole, and telling whether a file changed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace ltoscope::buildcost {

// Throws Failure(bad_input) with the system's reason when it cannot be read.
std::string text_of(const std::filesystem::path& path);

// A number that differs when the bytes differ (FNV-1a, 64 bits): against accident, not against
// malice. Throws as text_of.
uint64_t fingerprint_of_file(const std::filesystem::path& path);

// Adds bytes to a fingerprint; start with fingerprint_start.
inline constexpr uint64_t fingerprint_start = 0xcbf29ce484222325;
uint64_t fingerprint_with(uint64_t fingerprint, std::string_view bytes);

}  // namespace ltoscope::buildcost
