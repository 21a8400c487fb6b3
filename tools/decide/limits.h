// The limits a user puts on a preset, as written on the command line.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ltoscope::decide {

// Either a multiple of what the baseline needs ("2x"), or an amount in seconds or bytes.
struct Limit {
  double amount = 0;
  bool times_baseline = false;

  double allowed(double baseline) const { return times_baseline ? amount * baseline : amount; }
};

struct Limits {
  std::optional<Limit> rebuild_cpu_seconds;  // of the median after an edit
  std::optional<Limit> memory_bytes;  // of the largest sum over the process tree, in any scenario
};

// "2x", "1.5x", "90", "90s". Throws Failure(bad_input) for anything else, and for what is not above
// 0.
Limit parse_seconds_limit(std::string_view text);
// "2x", "8000000000", "512MiB", "8GiB"; K, M, G with or without "iB" or "B" are powers of 1024.
Limit parse_bytes_limit(std::string_view text);

}  // namespace ltoscope::decide
