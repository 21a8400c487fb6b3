// The options that every verb has: in which form its result comes, where it goes, and silence.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace ltoscope {

struct OutputOptions {
  std::string format = "text";  // or another of those that the verb knows
  std::string output;           // a file; empty: stdout
};

// Adds -f, -o and -q to a verb; -q silences progress as soon as it is read. formats: what the
// result is in each, for --help; known: their names. options must outlive the parsing.
void add_output_options(CLI::App& verb, OutputOptions& options, const std::string& formats,
                        const std::vector<std::string>& known = {"text", "json", "md"});

}  // namespace ltoscope
