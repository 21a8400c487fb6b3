// Printing of nodes.
#include "plan/explain.h"

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "plan/common_subplans.h"
#include "plan/expression_text.h"
#include "plan/names.h"
#include "plan/validate.h"

namespace engine::plan {
namespace {

template <class Entry, class Text>
std::string list(const std::vector<Entry>& entries, std::string_view between, Text text) {
  std::string result;
  for (const Entry& entry : entries) {
    if (!result.empty()) result += between;
    result += text(entry);
  }
  return result;
}

std::string list(const std::vector<std::string>& names) { return list(names, ", ", name_text); }

std::string text_of(const KeyPair& key) {
  return name_text(key.probe) + " = " + name_text(key.build);
}

std::string text_of(const NamedExpression& output) {
  std::string name = name_text(output.name);
  bool is_input = output.value.kind == Expression::Kind::column && output.value.text == output.name;
  return is_input ? name : name + " = " + plan::text_of(output.value);
}

std::string text_of(const AggregateCall& call) {
  std::string argument = call.argument ? plan::text_of(*call.argument) : "";
  return name_text(call.name) + " = " + std::string(name_of(call.function)) + '(' + argument + ')';
}

std::string text_of(const SortKey& key) {
  return name_text(key.column) + (key.descending ? " desc" : "");
}

template <class Entry>
std::string list(const std::vector<Entry>& entries, std::string_view between = ", ") {
  return list(entries, between, [](const Entry& entry) { return text_of(entry); });
}

// What follows the name of a node.
struct Details {
  std::string operator()(const Scan& scan) const {
    return ' ' + name_text(scan.table) + " (" + list(scan.columns) + ')';
  }
  std::string operator()(const Filter& filter) const {
    return ' ' + plan::text_of(filter.condition);
  }
  std::string operator()(const Project& project) const { return ' ' + list(project.outputs); }
  std::string operator()(const Aggregate& aggregate) const {
    std::string keys = aggregate.keys.empty() ? "" : " by " + list(aggregate.keys);
    return keys + (aggregate.calls.empty() ? "" : ": " + list(aggregate.calls));
  }
  std::string operator()(const Join& join) const {
    std::string result = ' ' + std::string(name_of(join.kind)) + " on " + list(join.keys, " and ");
    if (has_mark(join.kind)) result += " mark " + name_text(join.mark);
    if (join.condition) result += " where " + plan::text_of(*join.condition);
    return result;
  }
  std::string operator()(const GroupJoin& group_join) const {
    return " on " + list(group_join.keys, " and ") +
           (group_join.calls.empty() ? "" : ": " + list(group_join.calls));
  }
  std::string operator()(const Scalar&) const { return ""; }
  std::string operator()(const Sort& sort) const {
    return (sort.keys.empty() ? "" : " by " + list(sort.keys)) +
           (sort.limit ? " limit " + std::to_string(*sort.limit) : "");
  }
};

// What the inputs of a node are to it.
using Roles = std::array<std::string_view, 2>;

Roles roles_of(const Node& node) {
  if (std::holds_alternative<Join>(node.step)) return {"probe: ", "build: "};
  if (std::holds_alternative<GroupJoin>(node.step)) return {"kept: ", "aggregated: "};
  if (std::holds_alternative<Scalar>(node.step)) return {"rows: ", "one row: "};
  return {"", ""};
}

class Printer {
 public:
  Printer(const Node& plan, const Note& note) : subplans_(plan), note_(note) { print(plan, "", 0); }

  std::string text() && { return std::move(text_); }

 private:
  void print(const Node& node, std::string_view role, std::size_t level) {
    constexpr std::size_t blanks_per_level = 2;
    bool is_repeated = subplans_.is_repeated(node);
    text_.append(level * blanks_per_level, ' ');
    text_ += role;
    if (is_repeated) text_ += "as above: ";
    text_ += name_of(node);
    text_ += std::visit(Details(), node.step);
    std::string remark = note_ ? note_(node) : "";
    if (!remark.empty()) text_ += "  [" + remark + ']';
    text_ += '\n';
    if (is_repeated) return;
    Roles roles = roles_of(node);
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      print(node.inputs[i], roles[i], level + 1);
    }
  }

  CommonSubplans subplans_;
  const Note& note_;
  std::string text_;
};

}  // namespace

std::string explain(const Node& plan, const Note& note) {
  validate(plan);
  return Printer(plan, note).text();
}

}  // namespace engine::plan
