// What accounting costs a pair of new and delete: every design of core/alloc, and what it is
// compared with, in the same run. Before anything is timed each copy of the cases proves which
// allocator it runs on; a program that would time another one ends.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "alloc_overhead/measure.h"
#include "alloc_overhead/proof.h"
#include "alloc_overhead/report.h"
#include "alloc_overhead/subjects.h"

namespace {

constexpr int nothing_to_time = 3;

struct Arguments {
  int64_t rounds = 200;
  std::vector<std::string> cases;
  std::vector<std::string> backends;
  std::string json;
};

// Those that can be used here; says of the others why not.
std::vector<bench::AllocSubject> usable_subjects(const char* program,
                                                 const std::vector<std::string>& backends) {
  std::vector<bench::AllocSubject> usable;
  for (const bench::AllocSubject& subject : bench::alloc_subjects(program)) {
    if (!backends.empty() && std::ranges::count(backends, subject.backend) == 0) continue;
    const char* obstacle = subject.cases->design->obstacle;
    if (*obstacle != '\0') {
      std::fprintf(stderr, "%s cannot be used here: %s\n", subject.name.c_str(), obstacle);
      continue;
    }
    bench::prove_live(subject);
    usable.push_back(subject);
  }
  return usable;
}

std::vector<bench::AllocCase> chosen_cases(const std::vector<std::string>& words) {
  std::vector<bench::AllocCase> chosen;
  for (const bench::AllocCase& each : bench::alloc_cases_to_time()) {
    bool is_asked = words.empty();
    for (const std::string& word : words) is_asked |= each.name.find(word) != std::string::npos;
    if (is_asked) chosen.push_back(each);
  }
  return chosen;
}

// Whether there was something to time.
bool run(const char* program, const Arguments& arguments) {
  bench::Outcome outcome = {.cases = chosen_cases(arguments.cases),
                            .subjects = usable_subjects(program, arguments.backends),
                            .samples = {},
                            .rounds = arguments.rounds,
                            .form = ""};
  if (outcome.subjects.empty() || outcome.cases.empty()) return false;
  outcome.form = outcome.subjects.size() > 1 ? "dlopen" : "linked";
  outcome.samples = bench::measure(outcome.cases, outcome.subjects, outcome.rounds);
  std::fputs(bench::as_markdown(outcome).c_str(), stdout);
  if (arguments.json.empty()) return true;
  std::ofstream file(arguments.json);
  file << bench::as_json(outcome);
  if (!file.flush()) throw std::runtime_error(arguments.json + ": cannot write");
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Times allocators, with accounting and without, by turns");
  Arguments arguments;
  app.add_option("--rounds", arguments.rounds, "Batches of every case and design")
      ->check(CLI::Range(int64_t{1}, int64_t{1'000'000}))
      ->capture_default_str();
  app.add_option("--case", arguments.cases, "Only cases whose names contain this; may be repeated");
  app.add_option("--backend", arguments.backends, "Only this backend; may be repeated");
  app.add_option("--json", arguments.json, "File for all samples");
  CLI11_PARSE(app, argc, argv);
  try {
    if (!run(argv[0], arguments)) {
      std::fprintf(stderr, "%s: there was nothing to time\n", argv[0]);
      return nothing_to_time;
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
  }
  return 0;
}
