// Writing by hand, so that each figure has its own line; strict reading.
#include "gate/baseline_file.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "command/failure.h"
#include "command/version.h"
#include "elf/mapped_file.h"

namespace ltoscope::gate {
namespace {

constexpr int baseline_schema_version = 1;
constexpr char kind_word[] = "baseline";

std::string json_of(const nlohmann::json& value) {
  // Names of symbols and sections may hold any bytes; JSON may not.
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

nlohmann::json json_of_figure(const audit::FigureValue& value) {
  if (value.number) return *value.number;
  if (value.text) return *value.text;
  return nlohmann::json{{"unknown", value.reason}};
}

audit::FigureValue figure_of_json(const nlohmann::json& value, const std::string& place) {
  if (value.is_number_integer()) return audit::number_figure(value.get<int64_t>());
  if (value.is_string()) return audit::text_figure(value.get<std::string>());
  if (value.is_object() && value.contains("unknown") && value["unknown"].is_string()) {
    return audit::unknown_figure(value["unknown"].get<std::string>());
  }
  throw Failure(
      ExitCode::bad_input,
      fmt::format("{}: found {}, expected an integer, a text or an unknown with its reason", place,
                  json_of(value)));
}

// More is worse, or the other way round; texts have no order.
int worsening(const std::string& figure, const audit::FigureValue& old,
              const audit::FigureValue& found) {
  if (!old.number || !found.number || *old.number == *found.number) return 0;
  int sign = *found.number > *old.number ? 1 : -1;
  switch (audit::direction_of(figure)) {
    case audit::Direction::lower:
      return sign;
    case audit::Direction::higher:
      return -sign;
    case audit::Direction::neither:
      return 0;
  }
  return 0;
}

void ratchet_figure(const std::string& file, const std::string& figure,
                    const audit::FigureValue& found, FiguresByName& kept, Ratchet& result) {
  auto old = kept.find(figure);
  if (old == kept.end()) {
    kept.emplace(figure, found);
    result.appeared.push_back(fmt::format("{}: {} {}", file, figure, audit::figure_cell(found)));
    return;
  }
  if (old->second == found) return;
  std::string line = fmt::format("{}: {} {} -> {}", file, figure, audit::figure_cell(old->second),
                                 audit::figure_cell(found));
  bool lost = old->second.known() && !found.known();
  bool text_changed =
      old->second.text.has_value() && audit::direction_of(figure) != audit::Direction::neither;
  if (lost || text_changed || worsening(figure, old->second, found) > 0) {
    result.worse.push_back(line);
    return;
  }
  result.better.push_back(line);
  old->second = found;
}

}  // namespace

FiguresByName figures_to_keep(const audit::FileFigures& figures,
                              const std::vector<std::string>& more) {
  FiguresByName kept = figures.values;
  for (const std::string& name : more) kept[name] = audit::figure_named(figures, name);
  return kept;
}

std::string baseline_text(const Baseline& baseline) {
  std::string text = fmt::format(
      "{{\n  \"schema_version\": {},\n  \"kind\": \"{}\",\n  \"tool\": \"{}\",\n  \"files\": {{",
      baseline_schema_version, kind_word, tool_name);
  bool first_file = true;
  for (const auto& [file, figures] : baseline.files) {
    text += fmt::format("{}\n    {}: {{", first_file ? "" : ",", json_of(file));
    first_file = false;
    bool first = true;
    for (const auto& [name, value] : figures) {
      text += fmt::format("{}\n      {}: {}", first ? "" : ",", json_of(name),
                          json_of(json_of_figure(value)));
      first = false;
    }
    text += "\n    }";
  }
  return text + "\n  }\n}\n";
}

Baseline parse_baseline(const std::string& text, const std::string& name) {
  auto reject = [&](const std::string& found, const std::string& expected) {
    throw Failure(ExitCode::bad_input,
                  fmt::format("{}: found {}, expected {}", name, found, expected));
  };
  nlohmann::json parsed = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!parsed.is_object()) reject("no JSON object", "a baseline, as `ltoscope baseline` writes it");
  if (parsed.value("kind", nlohmann::json()) != kind_word) {
    reject("another kind of JSON", "a baseline, as `ltoscope baseline` writes it");
  }
  nlohmann::json version = parsed.value("schema_version", nlohmann::json());
  if (version != baseline_schema_version) {
    reject(fmt::format("schema_version {}", json_of(version)),
           fmt::format("{}", baseline_schema_version));
  }
  nlohmann::json files = parsed.value("files", nlohmann::json());
  if (!files.is_object() || files.empty()) reject("no \"files\"", "the figures of at least one");
  Baseline baseline;
  for (const auto& [file, figures] : files.items()) {
    if (!figures.is_object()) reject(fmt::format("no figures for {}", file), "an object");
    for (const auto& [figure, value] : figures.items()) {
      baseline.files[file][figure] =
          figure_of_json(value, fmt::format("{}: {}: {}", name, file, figure));
    }
  }
  return baseline;
}

Baseline read_baseline(const std::filesystem::path& path) {
  elf::MappedFile file(path);
  std::string text(reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size());
  return parse_baseline(text, path.string());
}

Ratchet ratchet(const Baseline& old, const Baseline& found) {
  Ratchet result{old, {}, {}, {}};
  for (const auto& [file, figures] : found.files) {
    FiguresByName& kept = result.baseline.files[file];
    for (const auto& [figure, value] : figures) ratchet_figure(file, figure, value, kept, result);
  }
  return result;
}

}  // namespace ltoscope::gate
