// Reading plans: first what the format says, with the limits that make it safe, then what makes a
// plan valid.
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "plan/byte_reader.h"
#include "plan/encoding.h"
#include "plan/validate.h"

namespace engine::plan {
namespace {

constexpr int kind_count = static_cast<int>(Expression::Kind::call) + 1;
constexpr int step_count = std::variant_size_v<decltype(Node::step)>;

class Decoder {
 public:
  explicit Decoder(std::string_view bytes) : reader_(bytes) {}

  Node plan() {
    for (char each : format::magic) require(each, "\"plan\", with which a plan begins");
    require(format::version, "version " + std::to_string(format::version) + " of the format");
    Node plan = node(1);
    if (reader_.left() != 0) {
      ByteReader::fail(reader_.position(), "more after the plan", "the end");
    }
    if (std::optional<Fault> fault = first_fault(plan)) {
      ByteReader::fail(positions_[static_cast<std::size_t>(fault->part)], fault->found,
                       fault->expected + ", in " + fault->place);
    }
    return plan;
  }

 private:
  void require(char wanted, std::string_view expected) {
    int64_t start = reader_.position();
    uint8_t found = reader_.byte(expected);
    if (found != static_cast<uint8_t>(wanted)) {
      ByteReader::fail(start, "the byte " + std::to_string(found), expected);
    }
  }

  void count_item() {
    if (++items_ <= most_items) return;
    ByteReader::fail(reader_.position(), "one more node, expression or entry of a list",
                     "no more than " + std::to_string(most_items) + " of them");
  }

  // The start of a node or expression.
  void begin(int64_t level, const char* what) {
    count_item();
    positions_.push_back(reader_.position());
    if (level <= most_levels) return;
    ByteReader::fail(reader_.position(), std::to_string(level) + " levels of " + what,
                     "at most " + std::to_string(most_levels));
  }

  template <class Enumeration>
  Enumeration one_of(int count, std::string_view expected) {
    return static_cast<Enumeration>(reader_.number_below(count, expected));
  }

  bool flag(std::string_view expected) { return reader_.number_below(2, expected) == 1; }

  std::string text(std::string_view expected) { return std::string(reader_.text(expected)); }
  std::string name() { return text("a name"); }

  // Grows as entries come: a count says nothing of how many there are.
  template <class Read>
  auto list(std::string_view expected, Read read) {
    std::vector<std::invoke_result_t<Read>> entries;
    for (uint64_t left = reader_.varint(expected); left > 0; --left) {
      count_item();
      entries.push_back(read());
    }
    return entries;
  }

  std::vector<std::string> names() {
    return list("how many names", [&] { return name(); });
  }

  std::optional<Expression> optional_expression() {
    if (!flag("whether there is an expression")) return std::nullopt;
    return expression(1);
  }

  std::vector<KeyPair> keys() {
    return list("how many keys", [&] {
      std::string probe = name();
      return KeyPair{std::move(probe), name()};
    });
  }

  std::vector<AggregateCall> calls() {
    return list("how many aggregates", [&] {
      auto function = one_of<AggregateFunction>(aggregate_function_count, "an aggregate function");
      std::string name = this->name();
      return AggregateCall{function, std::move(name), optional_expression()};
    });
  }

  Node node(int64_t level) {
    begin(level, "nodes");
    Node node = {.step = step(reader_.number_below(step_count, "a kind of node"))};
    for (int64_t left = input_count(node); left > 0; --left) {
      node.inputs.push_back(this->node(level + 1));
    }
    return node;
  }

  // The step of this number. The order is that of the variant.
  decltype(Node::step) step(int kind) {
    using Read = decltype(Node::step) (Decoder::*)();
    static constexpr Read reads[] = {&Decoder::scan,      &Decoder::filter, &Decoder::project,
                                     &Decoder::aggregate, &Decoder::join,   &Decoder::group_join,
                                     &Decoder::scalar,    &Decoder::sort};
    static_assert(std::size(reads) == step_count);
    return (this->*reads[kind])();
  }

  decltype(Node::step) scan() {
    std::string table = name();
    return Scan{std::move(table), names()};
  }
  decltype(Node::step) filter() { return Filter{expression(1)}; }
  decltype(Node::step) project() {
    return Project{list("how many columns", [&] {
      std::string name = this->name();
      return NamedExpression{std::move(name), expression(1)};
    })};
  }
  decltype(Node::step) aggregate() {
    std::vector<std::string> keys = names();
    return Aggregate{std::move(keys), calls()};
  }
  decltype(Node::step) join() {
    Join join = {.kind = one_of<JoinKind>(join_kind_count, "a kind of join"), .keys = {}};
    join.keys = keys();
    if (has_mark(join.kind)) join.mark = name();
    join.condition = optional_expression();
    return join;
  }
  decltype(Node::step) group_join() {
    std::vector<KeyPair> keys = this->keys();
    return GroupJoin{std::move(keys), calls()};
  }
  decltype(Node::step) scalar() { return Scalar{}; }
  decltype(Node::step) sort() {
    Sort sort = {.keys = list("how many keys", [&] {
                   std::string column = name();
                   return SortKey{std::move(column), flag("whether a key is descending")};
                 })};
    if (flag("whether there is a limit")) sort.limit = limit();
    return sort;
  }

  int64_t limit() {
    int64_t start = reader_.position();
    uint64_t limit = reader_.varint("a limit");
    if (!std::in_range<int64_t>(limit)) {
      ByteReader::fail(start, "a limit of " + std::to_string(limit),
                       "at most " + std::to_string(std::numeric_limits<int64_t>::max()));
    }
    return static_cast<int64_t>(limit);
  }

  Expression expression(int64_t level) {
    begin(level, "expressions");
    Expression result = {.kind = one_of<Expression::Kind>(kind_count, "a kind of expression")};
    switch (result.kind) {
      case Expression::Kind::column:
        result.text = name();
        break;
      case Expression::Kind::number:
        result.number = reader_.signed_varint("a number");
        result.scale = reader_.byte("the places of a number");
        break;
      case Expression::Kind::date:
        result.number = reader_.signed_varint("a day");
        break;
      case Expression::Kind::text:
        result.text = text("a text");
        break;
      case Expression::Kind::call:
        result.function = one_of<Function>(function_count, "a function");
        if (result.function == Function::divide) {
          result.scale = reader_.byte("the places of a quotient");
        }
        result.arguments = list("how many arguments", [&] { return expression(level + 1); });
    }
    return result;
  }

  ByteReader reader_;
  std::vector<int64_t> positions_;  // of nodes and expressions, as first_fault counts them
  int64_t items_ = 0;
};

}  // namespace

Node decode(std::string_view bytes) { return Decoder(bytes).plan(); }

}  // namespace engine::plan
