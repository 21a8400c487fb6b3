// Reads the tools' lines.
#include "audit/cross_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "audit/watch_list.h"
#include "command/child_lines.h"
#include "command/failure.h"

namespace ltoscope::audit {
namespace {

constexpr std::size_t most_prefixes = 3;

using Counts = std::map<std::string, int64_t>;

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  while (!line.empty()) {
    std::size_t begin = line.find_first_not_of(" \t");
    if (begin == line.npos) break;
    std::size_t end = std::min(line.find_first_of(" \t", begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    line.remove_prefix(end);
  }
  return words;
}

// Rows are "offset information type ...".
Counts relocations_in_text(const std::string& file) {
  Counts counts;
  for_each_line_of({"readelf", "-rW", file}, [&](std::string_view line) {
    std::vector<std::string_view> words = words_of(line);
    if (words.size() >= 3 && words[2].starts_with("R_")) ++counts[std::string(words[2])];
  });
  return counts;
}

// The symbol that an operand or its comment names: "call 1030 <malloc@plt>", "# 3fe0
// <malloc@GLIBC_2.2.5>". Empty: none, or a place inside of one.
std::string_view named_in(std::string_view line) {
  std::size_t begin = line.rfind('<');
  std::size_t end = line.rfind('>');
  if (begin == line.npos || end == line.npos || end < begin) return {};
  std::string_view name = line.substr(begin + 1, end - begin - 1);
  if (name.find('+') != name.npos) return {};
  return name.substr(0, name.find('@'));
}

// By index of the watch list.
std::vector<int64_t> sites_in_text(const std::string& file, const WatchList& watch_list) {
  std::vector<int64_t> counts(watch_list.names().size(), 0);
  bool in_plt = false;
  for_each_line_of({"objdump", "-dw", "--no-show-raw-insn", file}, [&](std::string_view line) {
    if (line.starts_with("Disassembly of section ")) {
      in_plt = line.find(" .plt") != line.npos || line.find(" .iplt") != line.npos;
      return;
    }
    if (in_plt) return;
    std::size_t tab = line.find('\t');
    if (tab == line.npos) return;
    std::vector<std::string_view> words = words_of(line.substr(tab));
    // Behind prefixes: "data16 rex.W call".
    std::size_t looked_at = std::min(words.size(), most_prefixes + 1);
    bool branches = std::any_of(
        words.begin(), words.begin() + static_cast<std::ptrdiff_t>(looked_at),
        [](std::string_view word) {
          return word.starts_with("call") || word.starts_with("j") || word == "bl" || word == "b";
        });
    if (!branches) return;
    CalleeSet callees = watch_list.named(named_in(line));
    for (std::size_t index = 0; index < counts.size(); ++index) {
      if ((callees & callee_set(index)) != 0) ++counts[index];
    }
  });
  return counts;
}

void check_relocations(const Audit& audit, CrossCheck& check) {
  if (!audit.relocations) return;
  if (audit.relocations_from_bitmaps.value_or(0) != 0) {
    check.not_compared.push_back("relocations: some are packed, which readelf counts otherwise");
    return;
  }
  Counts text = relocations_in_text(audit.file);
  for (const auto& [name, count] : *audit.relocations) {
    check.figures.push_back({"relocations." + name, count, text[name]});
    text.erase(name);
  }
  for (const auto& [name, count] : text) check.figures.push_back({"relocations." + name, 0, count});
}

void check_calls(const Audit& audit, CrossCheck& check) {
  WatchList watch_list = WatchList::usual();
  std::vector<int64_t> text = sites_in_text(audit.file, watch_list);
  for (std::size_t index = 0; index < audit.calls.size(); ++index) {
    const CallCounts& counts = audit.calls[index];
    Figure sites;
    if (counts.call && counts.tail_jump) {
      sites = *counts.call + *counts.tail_jump - *counts.of_form(SiteForm::through_register);
    }
    check.figures.push_back({"sites." + counts.name, sites, text[index]});
  }
}

}  // namespace

bool CrossCheck::differs() const {
  return std::any_of(figures.begin(), figures.end(),
                     [](const CrossChecked& figure) { return figure.differs(); });
}

CrossCheck cross_check(const Audit& audit) {
  CrossCheck check;
  auto attempt = [&](const char* program, auto compare) {
    if (find_program(program).empty()) {
      check.not_compared.push_back(fmt::format("{} is not installed", program));
      return;
    }
    try {
      compare(audit, check);
    } catch (const Failure& failure) {
      check.not_compared.push_back(failure.what());
    }
  };
  attempt("readelf", check_relocations);
  attempt("objdump", check_calls);
  return check;
}

}  // namespace ltoscope::audit
