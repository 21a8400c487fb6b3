// Strict reading of a host's JSON Lines: what is not understood is never skipped.
#include "runtime/host_output.h"

#include <fmt/format.h>

#include <set>
#include <utility>

namespace ltoscope::runtime {
namespace {

constexpr std::size_t longest_quote = 80;  // bytes of a bad line that a message repeats

std::string quoted(std::string_view line) {
  if (line.size() <= longest_quote) return fmt::format("\"{}\"", line);
  return fmt::format("\"{}...\"", line.substr(0, longest_quote));
}

bool is_positive_integer(const nlohmann::json& object, const char* key) {
  return object.contains(key) && object[key].is_number_integer() && object[key].get<int64_t>() > 0;
}

bool is_text(const nlohmann::json& object, const char* key) {
  return object.contains(key) && object[key].is_string() &&
         !object[key].get_ref<const std::string&>().empty();
}

// Nothing when the sample is well formed, else what was expected.
std::string fault_of(const nlohmann::json& sample) {
  if (!is_text(sample, "query")) return "\"query\" to be text";
  if (!is_positive_integer(sample, "iteration")) return "\"iteration\" to be a whole number from 1";
  if (!is_positive_integer(sample, "nanoseconds"))
    return "\"nanoseconds\" to be a whole number above 0";
  if (!is_text(sample, "result_hash")) return "\"result_hash\" to be text";
  return "";
}

}  // namespace

std::expected<HostOutput, std::string> parse_host_output(std::string_view text) {
  HostOutput output;
  std::set<std::pair<std::string, int64_t>> seen;
  for (int64_t number = 1; !text.empty(); ++number) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;

    nlohmann::json object = nlohmann::json::parse(line, nullptr, /*allow_exceptions=*/false);
    if (!object.is_object()) {
      return std::unexpected(
          fmt::format("line {} of its output is {}, expected a JSON object", number, quoted(line)));
    }
    if (!object.contains("query")) {
      output.information.push_back(std::move(object));
      continue;
    }
    if (std::string expected = fault_of(object); !expected.empty()) {
      return std::unexpected(
          fmt::format("line {} of its output is {}, expected {}", number, quoted(line), expected));
    }
    HostSample sample{object["query"], object["iteration"], object["nanoseconds"],
                      object["result_hash"]};
    if (!seen.emplace(sample.query, sample.iteration).second) {
      return std::unexpected(fmt::format("line {} of its output gives iteration {} of {} again",
                                         number, sample.iteration, sample.query));
    }
    output.samples.push_back(std::move(sample));
  }
  if (output.samples.empty()) return std::unexpected("it printed no sample");
  return output;
}

}  // namespace ltoscope::runtime
