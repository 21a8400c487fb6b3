// Set differences of exported names.
#include "decide/export_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

namespace ltoscope::decide {
namespace {

std::set<std::string> exported_by(const Study& study, const std::string& preset) {
  return study.audits.at(preset).at("exports").at("names").get<std::set<std::string>>();
}

std::vector<std::string> in_first_only(const std::set<std::string>& first,
                                       const std::set<std::string>& second) {
  std::vector<std::string> names;
  std::set_difference(first.begin(), first.end(), second.begin(), second.end(),
                      std::back_inserter(names));
  return names;
}

}  // namespace

bool exports_are_known(const Study& study, const std::string& preset) {
  auto audit = study.audits.find(preset);
  return audit != study.audits.end() && !audit->second.at("exports").at("names").is_null();
}

std::vector<ExportDifference> export_differences(const Study& study) {
  const std::string& baseline = study.presets.front();
  std::vector<ExportDifference> differences;
  if (!exports_are_known(study, baseline)) return differences;
  std::set<std::string> expected = exported_by(study, baseline);
  for (const std::string& preset : study.presets) {
    if (!exports_are_known(study, preset)) continue;
    std::set<std::string> found = exported_by(study, preset);
    ExportDifference difference{preset, in_first_only(expected, found),
                                in_first_only(found, expected)};
    if (!difference.missing.empty() || !difference.added.empty()) differences.push_back(difference);
  }
  return differences;
}

std::string words_of(const ExportDifference& difference, const std::string& baseline) {
  std::vector<std::string> parts;
  if (!difference.missing.empty()) {
    parts.push_back(fmt::format("does not export {}, which {} does",
                                fmt::join(difference.missing, ", "), baseline));
  }
  if (!difference.added.empty()) {
    parts.push_back(
        fmt::format("exports {}, which {} does not", fmt::join(difference.added, ", "), baseline));
  }
  return fmt::format("{} {}", difference.preset, fmt::join(parts, "; "));
}

}  // namespace ltoscope::decide
