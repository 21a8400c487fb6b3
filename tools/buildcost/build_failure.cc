// Searches a build's output for its first error.
#include "buildcost/build_failure.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "buildcost/text_file.h"

namespace ltoscope::buildcost {
namespace {

constexpr int sigkill = 9;
constexpr std::size_t longest_line = 300;  // bytes; a command line in a message helps nobody

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    std::size_t newline = text.find('\n');
    std::string_view line = text.substr(0, newline);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
    while (!line.empty() && line.front() == ' ') line.remove_prefix(1);
    if (!line.empty()) lines.push_back(line);
    text.remove_prefix(newline == std::string_view::npos ? text.size() : newline + 1);
  }
  return lines;
}

template <std::size_t count>
std::optional<std::size_t> first_with(const std::vector<std::string_view>& lines,
                                      const std::array<std::string_view, count>& marks) {
  for (std::size_t at = 0; at < lines.size(); ++at) {
    for (std::string_view mark : marks) {
      if (lines[at].find(mark) != std::string_view::npos) return at;
    }
  }
  return std::nullopt;
}

std::string shortened(std::string_view line) {
  if (line.size() <= longest_line) return std::string(line);
  return std::string(line.substr(0, longest_line)) + "...";
}

// The shell, clang, gcc, collect2 and ninja from 1.12 on, each in its own words.
constexpr std::array<std::string_view, 6> killed_marks = {"unable to execute command: Killed",
                                                          "Killed signal terminated",
                                                          "terminated with signal 9",
                                                          "signal 9 [Killed]",
                                                          "[code=137]",
                                                          "SIGKILL"};

std::optional<std::size_t> line_of_kill(const std::vector<std::string_view>& lines) {
  for (std::size_t at = 0; at < lines.size(); ++at) {
    if (lines[at] == "Killed" || lines[at].ends_with(": Killed")) return at;
  }
  return first_with(lines, killed_marks);
}

// "FAILED: x.o" that stands nearest before `at`, or the line itself.
std::string_view edge_of(const std::vector<std::string_view>& lines, std::size_t at) {
  for (std::size_t line = at + 1; line-- > 0;) {
    if (lines[line].starts_with("FAILED: ")) return lines[line];
  }
  return lines[at];
}

// CMake puts the text of "CMake Error at x:1 (message):" on the next line.
std::string with_next_of_cmake(const std::vector<std::string_view>& lines, std::size_t at) {
  std::string line(lines[at]);
  if (line.starts_with("CMake Error") && line.ends_with(':') && at + 1 < lines.size()) {
    line += " " + std::string(lines[at + 1]);
  }
  return line;
}

std::string first_error(const std::vector<std::string_view>& lines) {
  static constexpr std::array<std::string_view, 3> errors = {"error:", "CMake Error", "Error:"};
  if (std::optional<std::size_t> at = first_with(lines, errors))
    return with_next_of_cmake(lines, *at);
  static constexpr std::array<std::string_view, 1> failed = {"FAILED: "};
  if (std::optional<std::size_t> at = first_with(lines, failed)) {
    // "FAILED: output", the command, then what it printed.
    if (*at + 2 < lines.size() && !lines[*at + 2].starts_with("ninja: "))
      return std::string(lines[*at + 2]);
    return std::string(lines[*at]) + " (its command printed nothing)";
  }
  return lines.empty() ? "it printed nothing" : std::string(lines.back());
}

}  // namespace

BuildFailure failure_of(const MeteredRun& run, std::string_view output) {
  std::vector<std::string_view> lines = lines_of(output);
  static constexpr std::array<std::string_view, 2> full = {"No space left on device",
                                                           "Disk quota exceeded"};
  if (std::optional<std::size_t> at = first_with(lines, full)) {
    return {FailureKind::disk_full, "the disk is full: " + shortened(lines[*at])};
  }
  if (std::optional<std::size_t> at = line_of_kill(lines)) {
    return {FailureKind::killed, "killed, likely memory: " + shortened(edge_of(lines, *at))};
  }
  if (run.signal == sigkill) {
    return {FailureKind::killed, "killed, likely memory: the build command itself, by signal 9"};
  }
  if (run.signal != 0)
    return {FailureKind::error, fmt::format("the build command died of signal {}", run.signal)};
  return {FailureKind::error, shortened(first_error(lines))};
}

std::string describe_failure(const std::string& what, const MeteredRun& run,
                             const std::filesystem::path& log) {
  return fmt::format("{} failed: {} (whole output: {})", what, failure_of(run, text_of(log)).line,
                     log.string());
}

}  // namespace ltoscope::buildcost
