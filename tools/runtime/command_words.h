// Host commands as users write them: one line of words, with placeholders in braces.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ltoscope::runtime {

// Splits at blanks; single and double quotes keep blanks, a backslash keeps the next character. No
// variables, no globs: it is not a shell. Throws Failure(bad_input) for an empty line or an open
// quote.
std::vector<std::string> split_words(std::string_view line);

// Replaces each "{name}" by its value in every word; values are not looked at again. A name that
// has no value stays as it is.
std::vector<std::string> fill_placeholders(std::vector<std::string> words,
                                           const std::map<std::string, std::string>& values);

// Throws Failure(bad_input) unless some word holds "{library}": without it every variant would run
// the same thing.
void require_library_placeholder(const std::vector<std::string>& words);

}  // namespace ltoscope::runtime
