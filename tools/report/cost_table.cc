// Medians over samples into cells, methods and reasons into notes.
#include "report/cost_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>

#include "report/statistics.h"

namespace ltoscope::report {
namespace {

using Json = nlohmann::json;
using Samples = std::vector<Json>;

enum class Unit { seconds, bytes, count };

struct Row {
  std::string label;
  std::string scenario;
  std::string metric;
  Unit unit;
};

const std::vector<Row> rows = {
    {"Clean build, wall", "clean", "wall_seconds", Unit::seconds},
    {"Clean build, user CPU", "clean", "user_seconds", Unit::seconds},
    {"Nothing to do, wall", "no_op", "wall_seconds", Unit::seconds},
    {"One source touched, wall", "touch", "wall_seconds", Unit::seconds},
    {"One source touched, user CPU", "touch", "user_seconds", Unit::seconds},
    {"One function edited, wall", "edit", "wall_seconds", Unit::seconds},
    {"One function edited, user CPU", "edit", "user_seconds", Unit::seconds},
    {"Commands run, clean build", "clean", "edges", Unit::count},
    {"Commands run, one function edited", "edit", "edges", Unit::count},
    {"Largest process, clean build", "clean", "largest_process_bytes", Unit::bytes},
    {"Largest process tree, clean build", "clean", "largest_tree_bytes", Unit::bytes},
    {"Largest process, one function edited", "edit", "largest_process_bytes", Unit::bytes},
    {"Largest process tree, one function edited", "edit", "largest_tree_bytes", Unit::bytes},
    {"Library size", "clean", "library_bytes", Unit::bytes},
};

std::string text_in(const Json& sample, const std::string& key) {
  auto entry = sample.find(key);
  return entry != sample.end() && entry->is_string() ? entry->get<std::string>() : "";
}

std::optional<double> number_in(const Json& sample, const std::string& key) {
  auto entry = sample.find(key);
  if (entry == sample.end() || !entry->is_number()) return std::nullopt;
  return entry->get<double>();
}

std::string amount(double value, Unit unit) {
  switch (unit) {
    case Unit::seconds:
      return seconds_cell(value);
    case Unit::bytes:
      return bytes_cell(std::llround(value));
    case Unit::count:
      return count_cell(std::llround(value));
  }
  return "";
}

std::optional<Summary> summary_of(const Samples& samples, const std::string& preset,
                                  const Row& row) {
  std::vector<double> values;
  for (const Json& sample : samples) {
    if (text_in(sample, "preset") != preset || text_in(sample, "scenario") != row.scenario)
      continue;
    if (std::optional<double> value = number_in(sample, row.metric)) values.push_back(*value);
  }
  return summarize(values);
}

std::string cell(const std::optional<Summary>& summary, const std::optional<Summary>& baseline,
                 Unit unit) {
  if (!summary) return "unknown";
  std::string text = amount(summary->median, unit);
  std::string lowest = amount(summary->lowest, unit);
  std::string highest = amount(summary->highest, unit);
  if (lowest != highest) text += fmt::format(" ({} to {})", lowest, highest);
  if (baseline && baseline->median > 0)
    text += fmt::format(", {:.2f}x", summary->median / baseline->median);
  return text;
}

// A note once, with the samples that it is about.
class Notes {
 public:
  void add(const std::string& note, const Json& sample) {
    std::vector<std::string>& about = about_[note];
    if (about.empty()) order_.push_back(note);
    std::string where =
        fmt::format("{} {}", text_in(sample, "preset"), text_in(sample, "scenario"));
    if (std::find(about.begin(), about.end(), where) == about.end()) about.push_back(where);
  }
  std::vector<std::string> lines() const {
    std::vector<std::string> lines;
    for (const std::string& note : order_) {
      lines.push_back(fmt::format("{}: {}", fmt::join(about_.at(note), ", "), note));
    }
    return lines;
  }

 private:
  std::map<std::string, std::vector<std::string>> about_;
  std::vector<std::string> order_;
};

void add_reasons(const Json& sample, Notes& notes) {
  for (const Json& entry : sample.value("unknown", Json::array())) {
    std::string metric = text_in(entry, "metric");
    std::string reason = text_in(entry, "reason");
    notes.add(
        metric == "all" ? "unknown, " + reason : fmt::format("{} unknown, {}", metric, reason),
        sample);
  }
  for (const Json& note : sample.value("notes", Json::array())) {
    if (note.is_string()) notes.add(note.get<std::string>(), sample);
  }
}

std::vector<std::string> different_texts(const Samples& samples, const std::string& key) {
  std::vector<std::string> texts;
  for (const Json& sample : samples) {
    std::string text = text_in(sample, key);
    if (!text.empty() && std::find(texts.begin(), texts.end(), text) == texts.end())
      texts.push_back(text);
  }
  return texts;
}

std::vector<std::string> notes_of(const Samples& samples) {
  std::vector<std::string> lines;
  double rounds = 0;
  double largest_gap = 0;
  for (const Json& sample : samples) {
    rounds = std::max(rounds, number_in(sample, "round").value_or(0));
    largest_gap = std::max(largest_gap, number_in(sample, "largest_gap_seconds").value_or(0));
  }
  if (rounds > 1)
    lines.push_back(fmt::format("Medians of {:.0f} rounds, with their ranges.", rounds));
  for (const std::string& method : different_texts(samples, "process_method")) {
    lines.push_back("Largest process: " + method + ".");
  }
  for (const std::string& method : different_texts(samples, "tree_method")) {
    lines.push_back(fmt::format("Largest process tree: {}; at most {} between two samples.", method,
                                seconds_cell(largest_gap)));
  }
  if (std::any_of(samples.begin(), samples.end(),
                  [](const Json& s) { return text_in(s, "cache") == "cold"; })) {
    lines.push_back(
        "Clean builds begin with a cold ThinLTO cache, the others find what the last build kept.");
  }
  Notes notes;
  for (const Json& sample : samples) add_reasons(sample, notes);
  for (const std::string& line : notes.lines()) lines.push_back(line);
  return lines;
}

}  // namespace

Table cost_table(const std::vector<Json>& all_samples, const std::vector<std::string>& presets) {
  Samples samples;
  for (const Json& sample : all_samples) {
    bool is_ours =
        std::find(presets.begin(), presets.end(), text_in(sample, "preset")) != presets.end();
    if (text_in(sample, "kind") == "cost" && is_ours) samples.push_back(sample);
  }
  Table table;
  table.title = "Build cost";
  table.header = {""};
  table.header.insert(table.header.end(), presets.begin(), presets.end());
  for (const Row& row : rows) {
    std::vector<std::string> cells = {row.label};
    std::optional<Summary> baseline;
    for (const std::string& preset : presets) {
      std::optional<Summary> summary = summary_of(samples, preset, row);
      bool is_baseline = preset == presets.front();
      cells.push_back(cell(summary, baseline, row.unit));
      if (is_baseline) baseline = summary;
    }
    table.rows.push_back(cells);
  }
  table.notes = notes_of(samples);
  return table;
}

}  // namespace ltoscope::report
