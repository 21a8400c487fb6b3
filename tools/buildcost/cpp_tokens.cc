// A hand-written scanner, one function per kind of token.
#include "buildcost/cpp_tokens.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace ltoscope::buildcost {
namespace {

bool starts_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         (c & 0x80) != 0;
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool continues_word(char c) { return starts_word(c) || is_digit(c); }

class Scanner {
 public:
  explicit Scanner(std::string_view source) : source_(source) {}

  std::vector<Token> scan() {
    while (at_ < source_.size()) {
      char c = source_[at_];
      if (c == '\n') {
        at_line_start_ = true;
        ++at_;
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
        ++at_;
      } else if (!skip_comment()) {
        if (c == '#' && at_line_start_) {
          skip_directive();
        } else {
          at_line_start_ = false;
          scan_token(c);
        }
      }
    }
    return std::move(tokens_);
  }

 private:
  bool starts_with(std::string_view text) const { return source_.substr(at_).starts_with(text); }

  void skip_past(std::string_view end) {
    std::size_t found = source_.find(end, at_);
    at_ = found == std::string_view::npos ? source_.size() : found + end.size();
  }

  bool skip_comment() {
    if (starts_with("/*")) {
      at_ += 2;
      skip_past("*/");
      return true;
    }
    if (starts_with("//")) {
      skip_line();
      return true;
    }
    return false;
  }

  // To the newline that ends the line, which a backslash continues.
  void skip_line() {
    while (at_ < source_.size() && source_[at_] != '\n') {
      at_ += starts_with("\\\n") ? 2 : starts_with("\\\r\n") ? 3 : 1;
    }
  }

  void skip_directive() {
    while (at_ < source_.size() && source_[at_] != '\n') {
      if (skip_comment()) continue;
      at_ += starts_with("\\\n") ? 2 : starts_with("\\\r\n") ? 3 : 1;
    }
  }

  void scan_token(char c) {
    std::size_t start = at_;
    Token::Kind kind = Token::Kind::mark;
    if (starts_word(c)) {
      kind = scan_word();
    } else if (is_digit(c)) {
      scan_number();
      kind = Token::Kind::number;
    } else if (c == '"' || c == '\'') {
      scan_quoted(c);
      kind = Token::Kind::literal;
    } else {
      at_ += starts_with("::") || starts_with("->") ? 2 : 1;
    }
    tokens_.push_back({kind, source_.substr(start, at_ - start)});
  }

  // A word, or the literal it is the prefix of.
  Token::Kind scan_word() {
    std::size_t start = at_;
    while (at_ < source_.size() && continues_word(source_[at_])) ++at_;
    std::string_view word = source_.substr(start, at_ - start);
    char next = at_ < source_.size() ? source_[at_] : '\0';
    static constexpr std::array<std::string_view, 5> raw = {"R", "LR", "uR", "UR", "u8R"};
    static constexpr std::array<std::string_view, 4> plain = {"L", "u", "U", "u8"};
    if (next == '"' && std::find(raw.begin(), raw.end(), word) != raw.end()) {
      scan_raw_string();
      return Token::Kind::literal;
    }
    if ((next == '"' || next == '\'') &&
        std::find(plain.begin(), plain.end(), word) != plain.end()) {
      scan_quoted(next);
      return Token::Kind::literal;
    }
    return Token::Kind::word;
  }

  void scan_number() {
    while (at_ < source_.size()) {
      char c = source_[at_];
      bool separates = c == '\'' && at_ + 1 < source_.size() && continues_word(source_[at_ + 1]);
      if (!continues_word(c) && c != '.' && !separates) return;
      ++at_;
    }
  }

  // A literal that no quote ends stops at the end of its line: one stray quote must not eat the
  // file.
  void scan_quoted(char quote) {
    ++at_;
    while (at_ < source_.size() && source_[at_] != quote && source_[at_] != '\n') {
      at_ += source_[at_] == '\\' ? 2 : 1;
    }
    at_ = std::min(at_, source_.size());
    if (at_ < source_.size() && source_[at_] == quote) ++at_;
  }

  // At the quote of R"delimiter( ... )delimiter".
  void scan_raw_string() {
    std::size_t open = source_.find('(', at_);
    if (open == std::string_view::npos) {
      at_ = source_.size();
      return;
    }
    std::string end = ")" + std::string(source_.substr(at_ + 1, open - at_ - 1)) + "\"";
    at_ = open;
    skip_past(end);
  }

  std::string_view source_;
  std::size_t at_ = 0;
  bool at_line_start_ = true;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view source) { return Scanner(source).scan(); }

}  // namespace ltoscope::buildcost
