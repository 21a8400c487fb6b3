// Matching in passes.
#include "gate/function_match.h"

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <tuple>
#include <utility>

namespace ltoscope::gate {
namespace {

bool is_number(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

constexpr std::array<std::string_view, 6> numbered_suffixes = {".llvm", ".lto_priv",  ".isra",
                                                               ".part", ".constprop", ".__uniq"};
constexpr std::array<std::string_view, 3> bare_suffixes = {".cold", ".warm", ".resolver"};

// The name without its last suffix, or the name itself.
std::string_view without_last_suffix(std::string_view name) {
  std::size_t dot = name.rfind('.');
  if (dot == name.npos || dot == 0) return name;
  bool numbered = is_number(name.substr(dot + 1));
  std::string_view rest = numbered ? name.substr(0, dot) : name;
  for (std::string_view suffix : bare_suffixes) {  // .cold and .cold.1
    if (rest.ends_with(suffix)) return rest.substr(0, rest.size() - suffix.size());
  }
  if (!numbered) return name;
  for (std::string_view suffix : numbered_suffixes) {
    if (rest.ends_with(suffix)) return rest.substr(0, rest.size() - suffix.size());
  }
  return name;
}

// Of a demangled name; a mangled one has no brackets.
std::string_view without_arguments(std::string_view name) {
  std::size_t bracket = name.find('(');
  return bracket == name.npos || bracket == 0 ? name : name.substr(0, bracket);
}

using Key = std::tuple<std::string_view, std::string_view, int64_t>;
using KeyOf = std::function<Key(const MatchedFunction&)>;

const std::array<KeyOf, 4>& matching_passes() {
  static const std::array<KeyOf, 4> passes = {
      [](const MatchedFunction& f) { return Key{f.name, f.unit, f.size}; },
      [](const MatchedFunction& f) { return Key{f.name, f.unit, 0}; },
      [](const MatchedFunction& f) { return Key{without_compiler_suffixes(f.name), f.unit, 0}; },
      [](const MatchedFunction& f) {
        return Key{without_arguments(without_compiler_suffixes(f.name)), {}, 0};
      }};
  return passes;
}

}  // namespace

std::string_view without_compiler_suffixes(std::string_view name) {
  for (;;) {
    std::string_view shorter = without_last_suffix(name);
    if (shorter.size() == name.size()) return name;
    name = shorter;
  }
}

bool is_split_part(std::string_view name) {
  for (std::string_view rest = name;;) {
    std::string_view shorter = without_last_suffix(rest);
    if (shorter.size() == rest.size()) return false;
    std::string_view suffix = rest.substr(shorter.size());
    if (suffix.starts_with(".cold") || suffix.starts_with(".warm") || suffix.starts_with(".part")) {
      return true;
    }
    rest = shorter;
  }
}

FunctionMatch match_functions(const std::vector<MatchedFunction>& old_functions,
                              const std::vector<MatchedFunction>& new_functions) {
  FunctionMatch match;
  for (std::size_t index = 0; index < old_functions.size(); ++index) {
    match.only_old.push_back(index);
  }
  for (std::size_t index = 0; index < new_functions.size(); ++index) {
    match.only_new.push_back(index);
  }
  for (const KeyOf& key_of : matching_passes()) {
    std::map<Key, std::vector<std::size_t>> waiting;  // of old ones, the first last
    for (auto index = match.only_old.rbegin(); index != match.only_old.rend(); ++index) {
      waiting[key_of(old_functions[*index])].push_back(*index);
    }
    std::set<std::size_t> paired_old;
    std::erase_if(match.only_new, [&](std::size_t new_index) {
      auto found = waiting.find(key_of(new_functions[new_index]));
      if (found == waiting.end() || found->second.empty()) return false;
      match.pairs.push_back({found->second.back(), new_index});
      paired_old.insert(found->second.back());
      found->second.pop_back();
      return true;
    });
    std::erase_if(match.only_old, [&](std::size_t index) { return paired_old.contains(index); });
  }
  return match;
}

}  // namespace ltoscope::gate
