// A walk from the top. The first fault is kept and the walk goes on, past what it cannot enter.
#include "plan/validate.h"

#include <cstddef>
#include <limits>
#include <set>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "plan/names.h"
#include "plan/plan_error.h"

namespace engine::plan {
namespace {

// The columns that a node gives. Handed up and grown, never copied: the larger of two takes the
// smaller in, so that deep plans of many columns cost little more than shallow ones. Not hashed,
// for names can be chosen to have one hash.
using Names = std::set<std::string_view>;

constexpr std::size_t any_count = std::numeric_limits<std::size_t>::max();

struct ArgumentCount {
  std::size_t least;
  std::size_t most;
};

ArgumentCount argument_count(Function function) {
  switch (function) {
    case Function::add:
    case Function::subtract:
    case Function::multiply:
    case Function::divide:
    case Function::equal:
    case Function::not_equal:
    case Function::less:
    case Function::less_equal:
    case Function::greater:
    case Function::greater_equal:
    case Function::like:
      return {2, 2};
    case Function::logical_and:
    case Function::logical_or:
    case Function::one_of:
      return {2, any_count};
    case Function::logical_not:
    case Function::year:
      return {1, 1};
    case Function::if_else:
    case Function::substring:
      return {3, 3};
  }
  std::unreachable();
}

std::string counted(std::size_t count, const std::string& thing) {
  return std::to_string(count) + ' ' + thing + (count == 1 ? "" : "s");
}

std::string up_to(int64_t most) { return "at most " + std::to_string(most); }

// The start of it, for a message.
std::string start_of(std::string_view text) {
  constexpr std::size_t most_shown = 60;
  return quoted(text.substr(0, most_shown), '"') + (text.size() > most_shown ? "..." : "");
}

bool has_scale(const Expression& expression) {
  bool is_quotient =
      expression.kind == Expression::Kind::call && expression.function == Function::divide;
  return is_quotient || expression.kind == Expression::Kind::number;
}

// Whether a field is set that expressions of this kind do not have.
bool has_foreign_fields(const Expression& expression) {
  using Kind = Expression::Kind;
  Kind kind = expression.kind;
  bool has_text = kind == Kind::column || kind == Kind::text;
  bool has_number = kind == Kind::number || kind == Kind::date;
  bool is_of_call = expression.function != Function::add || !expression.arguments.empty();
  return (!has_text && !expression.text.empty()) || (!has_number && expression.number != 0) ||
         (!has_scale(expression) && expression.scale != 0) || (kind != Kind::call && is_of_call);
}

class Validator {
 public:
  Names visit(const Node& node, int64_t level) {
    int64_t part = parts_++;
    if (level > most_levels) {
      report(part, std::to_string(level) + " levels of nodes", up_to(most_levels));
      return {};
    }
    path_.push_back(name_of(node));
    std::visit([&](const auto& step) { check(part, step); }, node.step);
    auto inputs = static_cast<std::size_t>(input_count(node));
    if (node.inputs.size() != inputs) {
      report(part, counted(node.inputs.size(), "input"), std::to_string(inputs));
    }
    std::vector<Names> given;
    for (const Node& input : node.inputs) given.push_back(visit(input, level + 1));
    given.resize(inputs);
    Names names =
        std::visit([&](const auto& step) { return names_of(part, step, given); }, node.step);
    path_.pop_back();
    return names;
  }

  std::optional<Fault> take_fault() { return std::move(fault_); }

 private:
  void report(int64_t part, std::string found, std::string expected) {
    if (fault_) return;
    std::string place;
    for (std::string_view each : path_) {
      if (!place.empty()) place += ": ";
      place += each;
    }
    fault_ = Fault{part, std::move(place), std::move(found), std::move(expected)};
  }

  void check_name(int64_t part, const std::string& name) {
    if (std::ssize(name) > most_text_bytes) {
      report(part, "a name of " + counted(name.size(), "byte"), up_to(most_text_bytes));
    } else if (!is_name(name)) {
      report(part, "the name " + start_of(name), "UTF-8, not empty, without NUL");
    }
  }

  void check_keys(int64_t part, const std::vector<KeyPair>& keys) {
    if (keys.empty()) report(part, "no keys", "at least one pair");
    for (const KeyPair& key : keys) {
      check_name(part, key.probe);
      check_name(part, key.build);
    }
  }

  void check_calls(int64_t part, const std::vector<AggregateCall>& calls) {
    for (const AggregateCall& call : calls) {
      check_name(part, call.name);
      bool counts = call.function == AggregateFunction::count;
      if (counts && call.argument) report(part, "an argument of count", "none");
      if (!counts && !call.argument) {
        report(part, "no argument of " + std::string(name_of(call.function)), "one");
      }
      if (call.argument) check(*call.argument, 1);
    }
  }

  void check(int64_t part, const Scan& scan) {
    check_name(part, scan.table);
    if (scan.columns.empty()) report(part, "no columns", "at least one");
    for (const std::string& name : scan.columns) check_name(part, name);
  }
  void check(int64_t, const Filter& filter) { check(filter.condition, 1); }
  void check(int64_t part, const Project& project) {
    if (project.outputs.empty()) report(part, "no columns", "at least one");
    for (const NamedExpression& output : project.outputs) {
      check_name(part, output.name);
      check(output.value, 1);
    }
  }
  void check(int64_t part, const Aggregate& aggregate) {
    if (aggregate.keys.empty() && aggregate.calls.empty()) {
      report(part, "neither keys nor aggregates", "at least one");
    }
    for (const std::string& key : aggregate.keys) check_name(part, key);
    check_calls(part, aggregate.calls);
  }
  void check(int64_t part, const Join& join) {
    check_keys(part, join.keys);
    if (has_mark(join.kind)) {
      check_name(part, join.mark);
    } else if (!join.mark.empty()) {
      report(part, "the mark " + start_of(join.mark), "none but of left and mark joins");
    }
    if (join.kind == JoinKind::left && join.condition) {
      report(part, "a left join with a condition", "none");
    }
    if (join.condition) check(*join.condition, 1);
  }
  void check(int64_t part, const GroupJoin& group_join) {
    check_keys(part, group_join.keys);
    check_calls(part, group_join.calls);
  }
  void check(int64_t, const Scalar&) {}
  void check(int64_t part, const Sort& sort) {
    for (const SortKey& key : sort.keys) check_name(part, key.column);
    if (sort.limit && *sort.limit < 0) {
      report(part, "a limit of " + std::to_string(*sort.limit), "0 or more");
    }
  }

  void check(const Expression& expression, int64_t level) {
    int64_t part = parts_++;
    if (level > most_levels) {
      report(part, std::to_string(level) + " levels of expressions", up_to(most_levels));
      return;
    }
    if (has_foreign_fields(expression)) {
      report(part, "an expression with fields of another kind", "only those of its kind");
    }
    if (has_scale(expression) && (expression.scale < 0 || expression.scale > most_places)) {
      report(part, std::to_string(expression.scale) + " places",
             "0 to " + std::to_string(most_places));
    }
    switch (expression.kind) {
      case Expression::Kind::column:
        check_name(part, expression.text);
        break;
      case Expression::Kind::number:
        break;
      case Expression::Kind::date:
        if (!std::in_range<int32_t>(expression.number)) {
          report(part, "the day " + std::to_string(expression.number), "one of 32 bits");
        }
        break;
      case Expression::Kind::text:
        if (std::ssize(expression.text) > most_text_bytes) {
          report(part, "a text of " + counted(expression.text.size(), "byte"),
                 up_to(most_text_bytes));
        }
        break;
      case Expression::Kind::call:
        check_arguments(part, expression);
        break;
    }
    for (const Expression& argument : expression.arguments) check(argument, level + 1);
  }

  void check_arguments(int64_t part, const Expression& call) {
    auto [least, most] = argument_count(call.function);
    std::size_t count = call.arguments.size();
    if (count >= least && count <= most) return;
    report(part, counted(count, "argument") + " of " + std::string(name_of(call.function)),
           std::to_string(least) + (most == any_count ? " or more" : ""));
  }

  void add(int64_t part, Names& names, std::string_view name) {
    if (!names.insert(name).second) report_twice(part, name);
  }

  void report_twice(int64_t part, std::string_view name) {
    report(part, "two columns named " + start_of(name), "one of each name");
  }

  Names both(int64_t part, Names first, Names second) {
    if (first.size() < second.size()) std::swap(first, second);
    first.merge(second);  // leaves those that are there already
    if (!second.empty()) report_twice(part, *second.begin());
    return first;
  }

  Names with_calls(int64_t part, Names names, const std::vector<AggregateCall>& calls) {
    for (const AggregateCall& call : calls) add(part, names, call.name);
    return names;
  }

  // What a node gives, from what its inputs give.
  Names names_of(int64_t part, const Scan& scan, std::vector<Names>&) {
    Names names;
    for (const std::string& name : scan.columns) add(part, names, name);
    return names;
  }
  Names names_of(int64_t, const Filter&, std::vector<Names>& given) { return std::move(given[0]); }
  Names names_of(int64_t part, const Project& project, std::vector<Names>&) {
    Names names;
    for (const NamedExpression& output : project.outputs) add(part, names, output.name);
    return names;
  }
  Names names_of(int64_t part, const Aggregate& aggregate, std::vector<Names>&) {
    Names names;
    for (const std::string& key : aggregate.keys) add(part, names, key);
    return with_calls(part, std::move(names), aggregate.calls);
  }
  Names names_of(int64_t part, const Join& join, std::vector<Names>& given) {
    if (join.kind == JoinKind::build_semi || join.kind == JoinKind::build_anti) {
      return std::move(given[1]);
    }
    bool gives_both = join.kind == JoinKind::inner || join.kind == JoinKind::left;
    Names names = std::move(given[0]);
    if (gives_both) names = both(part, std::move(names), std::move(given[1]));
    if (has_mark(join.kind)) add(part, names, join.mark);
    return names;
  }
  Names names_of(int64_t part, const GroupJoin& group_join, std::vector<Names>& given) {
    return with_calls(part, std::move(given[0]), group_join.calls);
  }
  Names names_of(int64_t part, const Scalar&, std::vector<Names>& given) {
    return both(part, std::move(given[0]), std::move(given[1]));
  }
  Names names_of(int64_t, const Sort&, std::vector<Names>& given) { return std::move(given[0]); }

  std::vector<std::string_view> path_;  // the nodes from the top
  int64_t parts_ = 0;                   // counted so far
  std::optional<Fault> fault_;
};

}  // namespace

std::optional<Fault> first_fault(const Node& plan) {
  Validator validator;
  validator.visit(plan, 1);
  return validator.take_fault();
}

void validate(const Node& plan) {
  std::optional<Fault> fault = first_fault(plan);
  if (!fault) return;
  throw PlanError(fault->place + ": found " + fault->found + ", expected " + fault->expected);
}

}  // namespace engine::plan
