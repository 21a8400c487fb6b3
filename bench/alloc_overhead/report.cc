// Tables and JSON.
#include "alloc_overhead/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gnu/libc-version.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

namespace bench {
namespace {

double quantile(Samples samples, double share) {
  std::ranges::sort(samples);
  return samples[static_cast<std::size_t>(share * static_cast<double>(samples.size() - 1))];
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

// Subjects, by their places.
using Group = std::vector<std::size_t>;

std::vector<std::string> backends_of(const Outcome& outcome) {
  std::vector<std::string> backends;
  for (const AllocSubject& subject : outcome.subjects) {
    if (std::ranges::count(backends, subject.backend) == 0) backends.push_back(subject.backend);
  }
  return backends;
}

// Of one backend; and the stock operators, which all are looked at beside.
Group group_of(const Outcome& outcome, const std::string& backend) {
  Group group;
  for (std::size_t i = 0; i < outcome.subjects.size(); ++i) {
    const AllocSubject& subject = outcome.subjects[i];
    if (subject.backend == backend || subject.name == "stock") group.push_back(i);
  }
  return group;
}

std::vector<std::string> names_of(const Outcome& outcome, const Group& group) {
  std::vector<std::string> names;
  for (std::size_t i : group) names.push_back(outcome.subjects[i].name);
  return names;
}

std::string times_table(const Outcome& outcome, const Group& group) {
  std::string text = header(names_of(outcome, group));
  for (std::size_t i = 0; i < outcome.cases.size(); ++i) {
    text += "| " + outcome.cases[i].name + " |";
    for (std::size_t subject : group) {
      const Samples& samples = outcome.samples[i][subject];
      text += fmt::format(" {:.2f} [{:.2f}..{:.2f}] |", quantile(samples, 0.5),
                          quantile(samples, 0), quantile(samples, 1));
    }
    text += '\n';
  }
  return text;
}

std::string costs_table(const Outcome& outcome, Group group, std::size_t baseline) {
  std::erase(group, baseline);
  std::string text = header(names_of(outcome, group));
  for (std::size_t i = 0; i < outcome.cases.size(); ++i) {
    text += "| " + outcome.cases[i].name + " |";
    for (std::size_t subject : group) {
      Samples costs = differences(outcome.samples[i][subject], outcome.samples[i][baseline]);
      text += fmt::format(" {:+.2f} [{:+.2f}..{:+.2f}] |", quantile(costs, 0.5),
                          quantile(costs, 0.25), quantile(costs, 0.75));
    }
    text += '\n';
  }
  return text;
}

std::string tables_of(const Outcome& outcome, const std::string& backend) {
  Group group = group_of(outcome, backend);
  // By its own account, which the last of them gives; the first may be the stock operators.
  std::string text =
      fmt::format("\nOver {}:\n\n", outcome.subjects[group.back()].cases->design->backend);
  text += times_table(outcome, group);
  auto is_baseline = [&](std::size_t i) { return outcome.subjects[i].name == "uncounted"; };
  auto baseline = std::ranges::find_if(group, is_baseline);
  if (baseline == group.end()) return text;
  return text + "\nThe same less that of \"uncounted\", round by round: median [middle half].\n\n" +
         costs_table(outcome, group, *baseline);
}

}  // namespace

std::string as_markdown(const Outcome& outcome) {
  std::string text = machine_line(outcome) +
                     ".\n\nNanoseconds for a pair of new and delete (or for growing a vector): "
                     "median [least..most].\n";
  for (const std::string& backend : backends_of(outcome)) text += tables_of(outcome, backend);
  return text;
}

std::string as_json(const Outcome& outcome) {
  nlohmann::json rows = nlohmann::json::array();
  for (std::size_t i = 0; i < outcome.cases.size(); ++i) {
    for (std::size_t subject = 0; subject < outcome.subjects.size(); ++subject) {
      rows.push_back({{"case", outcome.cases[i].name},
                      {"design", outcome.subjects[subject].name},
                      {"backend", outcome.subjects[subject].cases->design->backend},
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
