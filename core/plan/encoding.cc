// Writing plans; decoding.cc reads them.
#include "plan/encoding.h"

#include <cstddef>
#include <limits>
#include <optional>
#include <variant>
#include <vector>

#include "plan/plan_error.h"
#include "plan/validate.h"

namespace engine::plan {
namespace {

class Encoder {
 public:
  explicit Encoder(int64_t most_items) : most_items_(most_items) {}

  EncodedNodes plan(const Node& plan) {
    bytes_ = format::magic;
    byte(format::version);
    node(plan);
    return {std::move(bytes_), std::move(nodes_)};
  }

 private:
  void byte(uint8_t value) { bytes_ += static_cast<char>(value); }

  template <class Enumeration>
  void number_of(Enumeration value) {
    byte(static_cast<uint8_t>(value));
  }

  void varint(uint64_t value) {
    constexpr int bits = 7;
    constexpr uint64_t more_to_come = 1 << bits;
    for (; value >= more_to_come; value >>= bits) {
      byte(static_cast<uint8_t>(value % more_to_come | more_to_come));
    }
    byte(static_cast<uint8_t>(value));
  }

  void signed_varint(int64_t value) {
    uint64_t sign = value < 0 ? ~uint64_t{0} : 0;
    varint(static_cast<uint64_t>(value) << 1 ^ sign);
  }

  void text(std::string_view value) {
    varint(value.size());
    bytes_ += value;
  }

  void count_item() {
    if (++items_ <= most_items_) return;
    throw PlanError("plan: found more than " + std::to_string(most_items_) +
                    " nodes, expressions and entries of lists, expected no more");
  }

  template <class Entry, class Write>
  void list(const std::vector<Entry>& entries, Write write) {
    varint(entries.size());
    for (const Entry& entry : entries) {
      count_item();
      write(entry);
    }
  }

  template <class Value, class Write>
  void option(const std::optional<Value>& value, Write write) {
    byte(value ? 1 : 0);
    if (value) write(*value);
  }

  void names(const std::vector<std::string>& names) {
    list(names, [&](const std::string& name) { text(name); });
  }

  void optional_expression(const std::optional<Expression>& value) {
    option(value, [&](const Expression& each) { expression(each); });
  }

  void keys(const std::vector<KeyPair>& keys) {
    list(keys, [&](const KeyPair& key) {
      text(key.probe);
      text(key.build);
    });
  }

  void calls(const std::vector<AggregateCall>& calls) {
    list(calls, [&](const AggregateCall& call) {
      number_of(call.function);
      text(call.name);
      optional_expression(call.argument);
    });
  }

  void node(const Node& node) {
    count_item();
    std::size_t position = nodes_.size();
    nodes_.push_back({.node = &node, .first_byte = bytes_.size(), .byte_count = 0});
    byte(static_cast<uint8_t>(node.step.index()));
    std::visit([&](const auto& each) { step(each); }, node.step);
    for (const Node& input : node.inputs) this->node(input);
    nodes_[position].byte_count = bytes_.size() - nodes_[position].first_byte;
  }

  void step(const Scan& scan) {
    text(scan.table);
    names(scan.columns);
  }
  void step(const Filter& filter) { expression(filter.condition); }
  void step(const Project& project) {
    list(project.outputs, [&](const NamedExpression& output) {
      text(output.name);
      expression(output.value);
    });
  }
  void step(const Aggregate& aggregate) {
    names(aggregate.keys);
    calls(aggregate.calls);
  }
  void step(const Join& join) {
    number_of(join.kind);
    keys(join.keys);
    if (has_mark(join.kind)) text(join.mark);
    optional_expression(join.condition);
  }
  void step(const GroupJoin& group_join) {
    keys(group_join.keys);
    calls(group_join.calls);
  }
  void step(const Scalar&) {}
  void step(const Sort& sort) {
    list(sort.keys, [&](const SortKey& key) {
      text(key.column);
      byte(key.descending ? 1 : 0);
    });
    option(sort.limit, [&](int64_t limit) { varint(static_cast<uint64_t>(limit)); });
  }

  void expression(const Expression& expression) {
    count_item();
    number_of(expression.kind);
    switch (expression.kind) {
      case Expression::Kind::column:
      case Expression::Kind::text:
        return text(expression.text);
      case Expression::Kind::number:
        signed_varint(expression.number);
        return byte(static_cast<uint8_t>(expression.scale));
      case Expression::Kind::date:
        return signed_varint(expression.number);
      case Expression::Kind::call:
        number_of(expression.function);
        if (expression.function == Function::divide) byte(static_cast<uint8_t>(expression.scale));
        list(expression.arguments, [&](const Expression& each) { this->expression(each); });
    }
  }

  std::string bytes_;
  std::vector<EncodedNode> nodes_;
  int64_t items_ = 0;
  int64_t most_items_;
};

}  // namespace

std::string encode(const Node& plan) {
  validate(plan);
  return Encoder(most_items).plan(plan).bytes;
}

EncodedNodes encode_nodes(const Node& plan) {
  return Encoder(std::numeric_limits<int64_t>::max()).plan(plan);
}

}  // namespace engine::plan
