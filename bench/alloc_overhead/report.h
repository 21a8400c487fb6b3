// What the samples say: times, and differences round by round.
#pragma once

#include <string>
#include <vector>

#include "alloc_overhead/measure.h"

namespace bench {

struct Outcome {
  std::vector<AllocCase> cases;
  std::vector<AllocSubject> subjects;
  std::vector<std::vector<Samples>> samples;  // [case][subject]
  int64_t rounds;
  std::string form;  // "dlopen" or "linked"
};

// For each backend two tables in Markdown: nanoseconds (median, least and most), and what each
// design costs over operators that are replaced and count nothing (the median of the rounds'
// differences, and of half of them). The second one only where such a subject is there.
std::string as_markdown(const Outcome& outcome);

// All samples, and the machine.
std::string as_json(const Outcome& outcome);

}  // namespace bench
