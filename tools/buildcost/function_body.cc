// Walks the tokens with a stack of the named scopes around them.
#include "buildcost/function_body.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "buildcost/cpp_tokens.h"
#include "command/failure.h"

namespace ltoscope::buildcost {
namespace {

using Names = std::vector<std::string_view>;
using Tokens = std::vector<Token>;

bool is_word(const Token& token) { return token.kind == Token::Kind::word; }

template <std::size_t count>
bool is_one_of(std::string_view text, const std::array<std::string_view, count>& texts) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

std::string_view text_at(const Tokens& tokens, std::size_t at) {
  return at < tokens.size() ? tokens[at].text : std::string_view();
}

// From an opening bracket to just behind its partner, or to the end.
std::size_t behind_brackets(const Tokens& tokens, std::size_t open) {
  int64_t depth = 0;
  for (std::size_t at = open; at < tokens.size(); ++at) {
    static constexpr std::array<std::string_view, 3> opening = {"(", "[", "{"};
    static constexpr std::array<std::string_view, 3> closing = {")", "]", "}"};
    if (is_one_of(tokens[at].text, opening)) ++depth;
    if (is_one_of(tokens[at].text, closing) && --depth == 0) return at + 1;
  }
  return tokens.size();
}

std::size_t behind_angles(const Tokens& tokens, std::size_t open) {
  int64_t depth = 0;
  for (std::size_t at = open; at < tokens.size(); ++at) {
    std::string_view text = tokens[at].text;
    if (text == "<") ++depth;
    if (text == ">" && --depth == 0) return at + 1;
    if (text == ";" || text == "{") return at;  // it was "less than"
    if (text == "(") at = behind_brackets(tokens, at) - 1;
  }
  return tokens.size();
}

// At the ':' of a constructor: the brace behind its initializers, or nothing.
std::optional<std::size_t> brace_after_initializers(const Tokens& tokens, std::size_t colon) {
  std::size_t at = colon + 1;
  while (at < tokens.size()) {
    while (at < tokens.size() && (is_word(tokens[at]) || tokens[at].text == "::")) ++at;
    if (text_at(tokens, at) == "<") at = behind_angles(tokens, at);
    if (text_at(tokens, at) != "(" && text_at(tokens, at) != "{") return std::nullopt;
    at = behind_brackets(tokens, at);
    while (text_at(tokens, at) == ".") ++at;  // a pack's "..."
    if (text_at(tokens, at) == "{") return at;
    if (text_at(tokens, at) != ",") return std::nullopt;
    ++at;
  }
  return std::nullopt;
}

// At the '(' of "name(": the brace that opens the body if this is a definition.
std::optional<std::size_t> brace_of_definition(const Tokens& tokens, std::size_t open) {
  std::size_t at = behind_brackets(tokens, open);
  while (at < tokens.size()) {
    std::string_view text = tokens[at].text;
    if (text == "{") return at;
    if (text == ":") return brace_after_initializers(tokens, at);
    if (text == "(" || text == "[") {
      at = behind_brackets(tokens, at);
    } else if (text == "<") {
      at = behind_angles(tokens, at);
    } else if (is_word(tokens[at]) || text == "::" || text == "->" || text == "*" || text == "&" ||
               text == ".") {
      ++at;  // const, noexcept, override, a trailing return type, a macro
    } else {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

// Whether a function's name may stand behind this token, so that "name(" is no call, initializer or
// member access.
bool may_precede_name(const Tokens& tokens, std::size_t name) {
  if (name == 0) return true;
  const Token& before = tokens[name - 1];
  static constexpr std::array<std::string_view, 12> words_of_expressions = {
      "return",    "new",      "throw",    "case", "else", "do",
      "co_return", "co_yield", "co_await", "and",  "or",   "not"};
  if (is_word(before)) return !is_one_of(before.text, words_of_expressions);
  if (before.text == ":") {
    static constexpr std::array<std::string_view, 3> access = {"public", "protected", "private"};
    return name >= 2 && is_one_of(tokens[name - 2].text, access);
  }
  static constexpr std::array<std::string_view, 9> marks = {"*", "&", ">", "::", "]",
                                                            ")", "}", ";", "{"};
  return before.kind == Token::Kind::literal || is_one_of(before.text, marks);
}

// The qualifiers written before the name, outermost first; moves `name` to the first of them.
Names qualifiers_before(const Tokens& tokens, std::size_t& name) {
  Names qualifiers;
  while (name >= 2 && tokens[name - 1].text == "::") {
    std::size_t at = name - 2;
    if (tokens[at].text == ">") {
      int64_t depth = 0;
      for (; at > 0; --at) {
        if (tokens[at].text == ">") ++depth;
        if (tokens[at].text == "<" && --depth == 0) break;
      }
      if (at == 0) break;
      --at;
    }
    if (!is_word(tokens[at])) break;
    qualifiers.insert(qualifiers.begin(), tokens[at].text);
    name = at;
  }
  return qualifiers;
}

// At "namespace", "class", "struct" or "union": the names of the scope that it opens and the index
// of its brace, or nothing when it opens none ("struct point make()", "class T>", a forward
// declaration).
struct OpenedScope {
  Names names;
  std::size_t brace;
};
std::optional<OpenedScope> scope_opened_at(const Tokens& tokens, std::size_t keyword) {
  Names names;
  bool is_namespace = tokens[keyword].text == "namespace";
  std::size_t at = keyword + 1;
  while (at < tokens.size()) {
    std::string_view text = tokens[at].text;
    if (text == "{") return OpenedScope{names, at};
    if (text == ":" && !is_namespace) {
      while (at < tokens.size() && tokens[at].text != "{" && tokens[at].text != ";")
        ++at;  // the bases
    } else if (text == "[" || (text == "(" && tokens[at - 1].text == "alignas")) {
      at = behind_brackets(tokens, at);
    } else if (text == "<") {
      at = behind_angles(tokens, at);
    } else if (is_word(tokens[at]) || text == "::") {
      // A class has one name, the last word: what stands before it are macros and attributes.
      if (is_word(tokens[at]) && text != "final" && text != "inline" && text != "alignas") {
        if (!is_namespace && tokens[at - 1].text != "::") names.clear();
        names.push_back(text);
      }
      ++at;
    } else {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

// "a::b::f" into its parts; also "~f" as one.
Names parts_of(std::string_view function) {
  Names parts;
  for (std::size_t colons; (colons = function.find("::")) != std::string_view::npos;) {
    if (colons > 0) parts.push_back(function.substr(0, colons));
    function.remove_prefix(colons + 2);
  }
  parts.push_back(function);
  return parts;
}

bool ends_with(const Names& names, const Names& end) {
  return names.size() >= end.size() && std::equal(end.rbegin(), end.rend(), names.rbegin());
}

int64_t line_of(std::string_view source, std::string_view part) {
  return 1 + std::count(source.data(), part.data(), '\n');
}

}  // namespace

std::size_t body_start(std::string_view source, const std::string& function,
                       const std::string& name) {
  Names wanted = parts_of(function);
  bool is_destructor = wanted.back().starts_with('~');
  std::string_view last = wanted.back().substr(is_destructor ? 1 : 0);
  Names qualifiers(wanted.begin(), wanted.end() - 1);

  Tokens tokens = tokens_of(source);
  std::vector<Names> scopes;
  std::optional<OpenedScope> next_scope;
  std::vector<std::size_t> bodies;
  std::vector<int64_t> definition_lines, other_lines;
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    std::string_view text = tokens[at].text;
    if (text == "{") {
      scopes.push_back(next_scope && next_scope->brace == at ? next_scope->names : Names());
    } else if (text == "}" && !scopes.empty()) {
      scopes.pop_back();
    } else if (text == "namespace" || text == "class" || text == "struct" || text == "union") {
      if (std::optional<OpenedScope> opened = scope_opened_at(tokens, at)) next_scope = opened;
    } else if (is_word(tokens[at]) && text == last && text_at(tokens, at + 1) == "(") {
      std::size_t first = at;
      bool has_tilde = at > 0 && tokens[at - 1].text == "~";
      if (has_tilde) --first;
      Names around;
      for (const Names& scope : scopes) around.insert(around.end(), scope.begin(), scope.end());
      Names written = qualifiers_before(tokens, first);
      around.insert(around.end(), written.begin(), written.end());
      std::optional<std::size_t> brace = brace_of_definition(tokens, at + 1);
      if (brace && has_tilde == is_destructor && may_precede_name(tokens, first) &&
          ends_with(around, qualifiers)) {
        std::string_view brace_text = tokens[*brace].text;
        bodies.push_back(static_cast<std::size_t>(brace_text.data() - source.data()) + 1);
        definition_lines.push_back(line_of(source, text));
      } else {
        other_lines.push_back(line_of(source, text));
      }
    }
  }
  if (bodies.size() == 1) return bodies.front();
  if (bodies.size() > 1) {
    throw Failure(
        ExitCode::bad_input,
        fmt::format("{}: found {} definitions of function \"{}\" (lines {}), expected exactly one",
                    name, bodies.size(), function, fmt::join(definition_lines, ", ")));
  }
  std::string elsewhere;
  if (!other_lines.empty()) {
    elsewhere = fmt::format(" (only declarations, calls or other scopes, lines {})",
                            fmt::join(other_lines, ", "));
  }
  throw Failure(ExitCode::bad_input,
                fmt::format("{}: found no definition of function \"{}\"{}, expected exactly one",
                            name, function, elsewhere));
}

std::string with_instruction(std::string_view source, std::size_t offset, int64_t mark) {
  // The spelling with underscores is C too, also with -std=c11 -pedantic.
  std::string statement = fmt::format(" __asm__ __volatile__(\"nop /* {} */\");", mark);
  return std::string(source.substr(0, offset)) + statement + std::string(source.substr(offset));
}

}  // namespace ltoscope::buildcost
