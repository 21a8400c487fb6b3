// Word splitting and placeholder filling.
#include "runtime/command_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "command/failure.h"

namespace ltoscope::runtime {

std::vector<std::string> split_words(std::string_view line) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    char c = line[at];
    if (c == '\\' && quote != '\'' && at + 1 < line.size()) {
      word += line[++at];
      in_word = true;
    } else if (quote != 0) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '\'' || c == '"') {
      quote = c;
      in_word = true;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      if (in_word) words.push_back(std::exchange(word, ""));
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (quote != 0) {
    throw Failure(ExitCode::bad_input,
                  fmt::format("the command '{}' has an open {} quote", line, quote));
  }
  if (in_word) words.push_back(word);
  if (words.empty())
    throw Failure(ExitCode::bad_input,
                  "the command is empty; expected a program and its arguments");
  return words;
}

std::vector<std::string> fill_placeholders(std::vector<std::string> words,
                                           const std::map<std::string, std::string>& values) {
  for (std::string& word : words) {
    std::string filled;
    for (std::size_t at = 0; at < word.size();) {
      std::size_t close = word[at] == '{' ? word.find('}', at) : std::string::npos;
      if (close != std::string::npos) {
        if (auto value = values.find(word.substr(at + 1, close - at - 1)); value != values.end()) {
          filled += value->second;
          at = close + 1;
          continue;
        }
      }
      filled += word[at++];
    }
    word = filled;
  }
  return words;
}

void require_library_placeholder(const std::vector<std::string>& words) {
  bool found = std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return word.find("{library}") != std::string::npos;
  });
  if (!found) {
    throw Failure(
        ExitCode::bad_input,
        fmt::format(
            "the command '{}' does not hold {{library}}: every variant would run the same thing",
            fmt::join(words, " ")));
  }
}

}  // namespace ltoscope::runtime
