// Tables and JSON.
#include "alloc_overhead/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gnu/libc-version.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

namespace bench {
namespace {

double quantile(Samples samples, double share) {
  std::ranges::sort(samples);
  return samples[static_cast<std::size_t>(share * static_cast<double>(samples.size() - 1))];
}

std::optional<std::size_t> find_subject(const Outcome& outcome, const std::string& name) {
  for (std::size_t i = 0; i < outcome.subjects.size(); ++i) {
    if (outcome.subjects[i].name == name) return i;
  }
  return std::nullopt;
}

Samples differences(const Samples& samples, const Samples& from) {
  Samples result;
  for (std::size_t i = 0; i < samples.size(); ++i) result.push_back(samples[i] - from[i]);
  return result;
}

std::string header(const std::vector<std::string>& names) {
  std::string line = "|  |";
  std::string rule = "| --- |";
  for (const std::string& name : names) {
    line += " " + name + " |";
    rule += " ---: |";
  }
  return line + "\n" + rule + "\n";
}

std::string model_of_processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

std::string machine_line(const Outcome& outcome) {
  double load = 0;
  if (::getloadavg(&load, 1) != 1) load = -1;
  return fmt::format(
      "{}, {} processors, load {:.2f}; glibc {}; {}; {} rounds of every case and "
      "design by turns",
      model_of_processor(), std::thread::hardware_concurrency(), load, ::gnu_get_libc_version(),
      outcome.form, outcome.rounds);
}

std::vector<std::string> names_of(const Outcome& outcome) {
  std::vector<std::string> names;
  for (const AllocSubject& subject : outcome.subjects) names.push_back(subject.name);
  return names;
}

std::string times_table(const Outcome& outcome) {
  std::string text = header(names_of(outcome));
  for (std::size_t i = 0; i < outcome.cases.size(); ++i) {
    text += "| " + outcome.cases[i].name + " |";
    for (const Samples& samples : outcome.samples[i]) {
      text += fmt::format(" {:.2f} [{:.2f}..{:.2f}] |", quantile(samples, 0.5),
                          quantile(samples, 0), quantile(samples, 1));
    }
    text += '\n';
  }
  return text;
}

std::string costs_table(const Outcome& outcome, std::size_t baseline) {
  std::vector<std::string> names = names_of(outcome);
  names.erase(names.begin() + static_cast<std::ptrdiff_t>(baseline));
  std::string text = header(names);
  for (std::size_t i = 0; i < outcome.cases.size(); ++i) {
    text += "| " + outcome.cases[i].name + " |";
    for (std::size_t subject = 0; subject < outcome.subjects.size(); ++subject) {
      if (subject == baseline) continue;
      Samples costs = differences(outcome.samples[i][subject], outcome.samples[i][baseline]);
      text += fmt::format(" {:+.2f} [{:+.2f}..{:+.2f}] |", quantile(costs, 0.5),
                          quantile(costs, 0.25), quantile(costs, 0.75));
    }
    text += '\n';
  }
  return text;
}

}  // namespace

std::string as_markdown(const Outcome& outcome) {
  std::string text = machine_line(outcome) +
                     ".\n\nNanoseconds for a pair of new and delete (or for growing a vector): "
                     "median [least..most].\n\n" +
                     times_table(outcome);
  if (std::optional<std::size_t> baseline = find_subject(outcome, "uncounted")) {
    text += "\nThe same less that of \"uncounted\", round by round: median [middle half].\n\n" +
            costs_table(outcome, *baseline);
  }
  return text;
}

std::string as_json(const Outcome& outcome) {
  nlohmann::json rows = nlohmann::json::array();
  for (std::size_t i = 0; i < outcome.cases.size(); ++i) {
    for (std::size_t subject = 0; subject < outcome.subjects.size(); ++subject) {
      rows.push_back({{"case", outcome.cases[i].name},
                      {"design", outcome.subjects[subject].name},
                      {"nanoseconds", outcome.samples[i][subject]}});
    }
  }
  nlohmann::json result = {{"machine", machine_line(outcome)},
                           {"form", outcome.form},
                           {"rounds", outcome.rounds},
                           {"rows", rows}};
  return result.dump(1) + "\n";
}

}  // namespace bench
