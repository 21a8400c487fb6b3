// Parsing of ninja's log, versions 5 to 7: a header line, then "start end mtime output
// command-hash" with tabs.
#include "buildcost/ninja_log.h"

#include <fmt/format.h>

#include <array>
#include <fstream>
#include <iterator>
#include <map>
#include <tuple>
#include <vector>

#include "command/failure.h"

namespace ltoscope::buildcost {
namespace {

constexpr std::string_view header_start = "# ninja log v";
constexpr std::array<std::string_view, 3> known_versions = {"5", "6", "7"};

struct Line {
  std::string_view start, end, mtime, output, command_hash;
  auto operator<=>(const Line&) const = default;
};

[[noreturn]] void reject(const std::string& name, int64_t number, std::string_view found,
                         std::string_view expected) {
  throw Failure(ExitCode::bad_input,
                fmt::format("{}:{}: found \"{}\", expected {}", name, number, found, expected));
}

Line parse_line(std::string_view text, const std::string& name, int64_t number) {
  std::array<std::string_view, 5> fields;
  std::string_view rest = text;
  for (std::size_t field = 0; field < fields.size(); ++field) {
    std::size_t tab = rest.find('\t');
    bool is_last = field + 1 == fields.size();
    if ((tab == std::string_view::npos) != is_last) {
      reject(name, number, text, "start, end, mtime, output and hash between tabs");
    }
    fields[field] = rest.substr(0, tab);
    rest.remove_prefix(is_last ? rest.size() : tab + 1);
  }
  return Line{fields[0], fields[1], fields[2], fields[3], fields[4]};
}

// A last line without newline was being written when ninja died, and is no entry; so ninja has it
// too.
std::vector<Line> parse(std::string_view text, const std::string& name) {
  std::vector<Line> lines;
  int64_t number = 0;
  for (std::size_t newline; (newline = text.find('\n')) != std::string_view::npos;) {
    std::string_view line = text.substr(0, newline);
    text.remove_prefix(newline + 1);
    ++number;
    if (number > 1) {
      lines.push_back(parse_line(line, name, number));
      continue;
    }
    bool known = false;
    for (std::string_view version : known_versions) {
      known = known || line == std::string(header_start) + std::string(version);
    }
    if (!known) reject(name, number, line, "# ninja log v5, v6 or v7");
  }
  return lines;
}

}  // namespace

std::string read_ninja_log(const std::filesystem::path& build_folder) {
  std::ifstream file(build_folder / ".ninja_log", std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

EdgesRun edges_run(std::string_view before, std::string_view after, const std::string& name) {
  std::vector<Line> old_lines = parse(before, name);
  std::vector<Line> new_lines = parse(after, name);
  std::vector<Line> ran;
  if (after.starts_with(before)) {
    // Only appended to. Told by position: a quick edge may run twice in the very same milliseconds.
    ran.assign(new_lines.begin() + static_cast<std::ptrdiff_t>(old_lines.size()), new_lines.end());
  } else {
    std::map<std::string_view, Line> latest;
    for (const Line& line : old_lines) latest[line.output] = line;
    for (const Line& line : new_lines) {
      auto known = latest.find(line.output);
      if (known == latest.end() || known->second != line) ran.push_back(line);
    }
  }
  EdgesRun edges;
  std::set<std::tuple<std::string_view, std::string_view, std::string_view>> commands;
  for (const Line& line : ran) {
    edges.outputs.emplace(line.output);
    // Outputs of one command share its times and its hash.
    commands.emplace(line.start, line.end, line.command_hash);
  }
  edges.count = static_cast<int64_t>(commands.size());
  return edges;
}

}  // namespace ltoscope::buildcost
