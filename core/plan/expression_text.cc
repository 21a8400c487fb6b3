// Printing by precedence.
#include "plan/expression_text.h"

#include <cstddef>
#include <cstdint>

#include "columns/date.h"
#include "columns/decimal.h"
#include "plan/names.h"

namespace engine::plan {
namespace {

// What binds more loosely comes first.
enum Precedence { loosest, disjunction, conjunction, negation, comparison, sum, product, atom };

Precedence precedence_of(const Expression& expression) {
  if (expression.kind != Expression::Kind::call) return atom;
  switch (expression.function) {
    case Function::logical_or:
      return disjunction;
    case Function::logical_and:
      return conjunction;
    case Function::logical_not:
      return negation;
    case Function::equal:
    case Function::not_equal:
    case Function::less:
    case Function::less_equal:
    case Function::greater:
    case Function::greater_equal:
    case Function::like:
    case Function::one_of:
      return comparison;
    case Function::add:
    case Function::subtract:
      return sum;
    case Function::multiply:
      return product;
    case Function::divide:
    case Function::if_else:
    case Function::year:
    case Function::substring:
      return atom;
  }
  return atom;
}

Precedence tighter(Precedence precedence) { return static_cast<Precedence>(precedence + 1); }

std::string number_text(int64_t value, int scale) {
  std::string digits = columns::integer_text(value);
  if (scale == 0) return digits;
  auto places = static_cast<std::size_t>(scale);
  std::size_t sign = value < 0 ? 1 : 0;
  std::size_t needed = sign + places + 1;
  if (digits.size() < needed) digits.insert(sign, needed - digits.size(), '0');
  return digits.insert(digits.size() - places, 1, '.');
}

std::string date_text(int64_t days) {
  constexpr int last_year_of_four_digits = 9999;
  bool has_four_digits =
      days >= columns::date(0, 1, 1) && days <= columns::date(last_year_of_four_digits, 12, 31);
  return has_four_digits ? columns::date_text(static_cast<int32_t>(days))
                         : "day " + std::to_string(days);
}

class Printer {
 public:
  // In parentheses when it binds more loosely than what is around it allows.
  void print(const Expression& expression, Precedence loosest_allowed) {
    bool needs_parentheses = precedence_of(expression) < loosest_allowed;
    if (needs_parentheses) text += '(';
    print(expression);
    if (needs_parentheses) text += ')';
  }

  std::string text;

 private:
  void print(const Expression& expression) {
    switch (expression.kind) {
      case Expression::Kind::column:
        text += name_text(expression.text);
        break;
      case Expression::Kind::number:
        text += number_text(expression.number, expression.scale);
        break;
      case Expression::Kind::date:
        text += date_text(expression.number);
        break;
      case Expression::Kind::text:
        text += quoted(expression.text, '\'');
        break;
      case Expression::Kind::call:
        print_call(expression);
        break;
    }
  }

  void print_call(const Expression& call) {
    Precedence own = precedence_of(call);
    switch (call.function) {
      case Function::add:
      case Function::subtract:
      case Function::multiply:
        return print_infix(call, own);
      case Function::logical_not:
        text += "not ";
        return print(call.arguments[0], own);
      case Function::one_of:
        print(call.arguments[0], tighter(own));
        text += " in (";
        print_list(call, 1);
        break;
      case Function::divide:
        text += "round(";
        print_infix(call, product);
        text += ", " + std::to_string(call.scale);
        break;
      case Function::if_else:
      case Function::year:
      case Function::substring:
        text += name_of(call.function);
        text += '(';
        print_list(call, 0);
        break;
      default:
        return print_infix(call, tighter(own));
    }
    text += ')';
  }

  void print_infix(const Expression& call, Precedence first_allowed) {
    print(call.arguments[0], first_allowed);
    Precedence allowed = call.function == Function::divide ? atom : tighter(precedence_of(call));
    for (std::size_t i = 1; i < call.arguments.size(); ++i) {
      text += ' ';
      text += name_of(call.function);
      text += ' ';
      print(call.arguments[i], allowed);
    }
  }

  void print_list(const Expression& call, std::size_t first) {
    for (std::size_t i = first; i < call.arguments.size(); ++i) {
      if (i > first) text += ", ";
      print(call.arguments[i], loosest);
    }
  }
};

}  // namespace

std::string text_of(const Expression& expression) {
  Printer printer;
  printer.print(expression, loosest);
  return std::move(printer.text);
}

}  // namespace engine::plan
