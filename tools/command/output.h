// Where a verb's result goes: stdout, or a file that appears whole or not at all.
#pragma once

#include <filesystem>
#include <string_view>

namespace ltoscope {

// Writes content to a new file beside path, syncs it and renames it over path: a reader never sees
// half of it, and an interrupted or failed write leaves what was there before. Throws
// Failure(bad_input) when it cannot (no such folder, full disk), with the system's reason.
void write_file_whole(const std::filesystem::path& path, std::string_view content);

// Writes a verb's result: to stdout when path is empty, else as write_file_whole. A full disk or a
// closed reader behind stdout is a Failure too.
void write_result(const std::filesystem::path& path, std::string_view content);

// A line on stderr about work that takes long. Says nothing after silence_progress().
void say_progress(std::string_view line);
void silence_progress();

}  // namespace ltoscope
