// Plans go out and come back the same; bytes that are no plan are refused, with the place.
#include "plan/encoding.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plan/plan_error.h"
#include "plan/plan_for_test.h"
#include "plan/validate.h"

namespace engine::plan {
namespace {

using namespace std::string_literals;  // NOLINT: bytes with NUL among them

const std::string head = "plan\1";

// The message, or "" when the bytes are a plan, which then encodes as these bytes.
std::string refusal(std::string_view bytes) {
  try {
    EXPECT_EQ(encode(decode(bytes)), bytes);
    return "";
  } catch (const PlanError& error) {
    std::string message = error.what();
    EXPECT_TRUE(message.starts_with("byte ")) << message;
    EXPECT_FALSE(message.contains('\n')) << message;
    return message;
  }
}

// Of encoding.
std::string encode_refusal(const Node& plan) {
  try {
    encode(plan);
    return "";
  } catch (const PlanError& error) {
    return error.what();
  }
}

std::string text_of_bytes(std::size_t count) { return std::string(count, 'x'); }

// `levels` nodes.
Node filters(int64_t levels) {
  Builder plan = scan("t", {"a"});
  for (int64_t i = 1; i < levels; ++i) plan = std::move(plan).filter(column("a") == number(0));
  return plan;
}

// As above, as bytes, without the limit that encode has.
std::string filter_bytes(int64_t levels) {
  std::string bytes = head;
  for (int64_t i = 1; i < levels; ++i) bytes += "\1\4\4\2\0\1a\1\0\0"s;
  return bytes + "\0\1t\1\1a"s;
}

TEST(Encoding, EveryKindOfNodeAndExpressionComesBackTheSame) {
  Node plan = plan_of_everything();
  std::string bytes = encode(plan);
  Node back = decode(bytes);
  EXPECT_TRUE(is_same(plan, back));
  EXPECT_EQ(encode(back), bytes);
}

TEST(Encoding, TellsPlansApart) {
  Node plan = plan_of_everything();
  EXPECT_FALSE(is_same(plan, plan.inputs[0]));
  Node other = plan_of_everything();
  std::get<Sort>(other.step).limit = 11;
  EXPECT_FALSE(is_same(plan, other));
  EXPECT_FALSE(is_same(scan("t", {"a"}), scan("t", {"b"})));
}

TEST(Encoding, BytesAreThoseOfTheFormat) {
  Node plan = scan("t", {"a"}).filter(column("a") < number(300)).sort({descending("a")}, 10);
  EXPECT_EQ(encode(plan), head + "\7\1\1a\1\1\x0a"s      // sort: one key, descending; a limit of 10
                              + "\1\4\6\2\0\1a"s         // filter: a call of "<", two arguments
                              + "\1\xd8\4\0\0\1t\1\1a"s  // 300, no places; scan
  );
}

// Files and other processes hold these numbers.
TEST(Encoding, NumbersOfVersionOneStay) {
  using enum Function;
  int64_t next = 0;
  for (Function each :
       {add, subtract, multiply, divide, equal, not_equal, less, less_equal, greater, greater_equal,
        logical_and, logical_or, logical_not, if_else, like, one_of, year, substring}) {
    EXPECT_EQ(static_cast<int64_t>(each), next++);
  }
  next = 0;
  for (AggregateFunction each :
       {AggregateFunction::count, AggregateFunction::sum, AggregateFunction::average,
        AggregateFunction::minimum, AggregateFunction::maximum}) {
    EXPECT_EQ(static_cast<int64_t>(each), next++);
  }
  next = 0;
  for (JoinKind each : {JoinKind::inner, JoinKind::left, JoinKind::semi, JoinKind::anti,
                        JoinKind::mark, JoinKind::build_semi, JoinKind::build_anti}) {
    EXPECT_EQ(static_cast<int64_t>(each), next++);
  }
}

TEST(Encoding, EveryPrefixIsRefused) {
  std::string bytes = encode(plan_of_everything());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_NE(refusal(std::string_view(bytes).substr(0, size)), "") << size;
  }
}

TEST(Encoding, EveryChangedByteIsRefusedOrAnotherPlan) {
  const std::string bytes = encode(plan_of_everything());
  Node plan = decode(bytes);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (int change : {1, 2, 4, 8, 16, 32, 64, 128, 255}) {
      std::string changed = bytes;
      changed[i] = static_cast<char>(changed[i] ^ change);
      if (refusal(changed).empty()) EXPECT_FALSE(is_same(plan, decode(changed))) << i;
    }
  }
}

TEST(Encoding, RefusesWhatTheFormatDoesNotHave) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", R"(byte 0: found the end, expected "plan", with which a plan begins)"},
      {"plot\1", R"(byte 2: found the byte 111, expected "plan", with which a plan begins)"},
      {"plan\2", "byte 4: found the byte 2, expected version 1 of the format"},
      {head, "byte 5: found the end, expected a kind of node"},
      {head + "\x08", "byte 5: found 8, expected a kind of node (0 to 7)"},
      {head + "\0\1t\1\1ax"s, "byte 11: found more after the plan, expected the end"},
      {head + "\0\5tab"s, "byte 6: found 5 bytes of text and 3 left, expected a name"},
      {head + "\0\x81\0t"s, "byte 6: found a number with needless bytes, expected a name"},
      {head + "\0\1t\xff\xff\xff\xff\xff\xff\xff\xff\xff\2"s,
       "byte 8: found a number of more than 64 bits, expected how many names"},
      {head + "\0\1t\xff\xff\xff\xff\xff\xff\xff\xff\xff\x81\1"s,
       "byte 8: found a number of more than 64 bits, expected how many names"},
      {head + "\0\1t\xff\xff\xff\xff\xff\xff\xff\xff\xff\1"s,
       "byte 18: found the end, expected a name"},
      {head + "\1\5", "byte 6: found 5, expected a kind of expression (0 to 4)"},
      {head + "\1\4\x12", "byte 7: found 18, expected a function (0 to 17)"},
      {head + "\3\0\1\5"s, "byte 8: found 5, expected an aggregate function (0 to 4)"},
      {head + "\4\7", "byte 6: found 7, expected a kind of join (0 to 6)"},
      {head + "\4\0\0\2"s, "byte 8: found 2, expected whether there is an expression (0 to 1)"},
      {head + "\7\1\1a\2", "byte 9: found 2, expected whether a key is descending (0 to 1)"},
      {head + "\7\0\2"s, "byte 7: found 2, expected whether there is a limit (0 to 1)"},
      {head + "\7\0\1\x80\x80\x80\x80\x80\x80\x80\x80\x80\1"s,
       "byte 8: found a limit of 9223372036854775808, expected at most 9223372036854775807"},
  };
  for (const auto& [bytes, message] : cases) EXPECT_EQ(refusal(bytes), message);
}

TEST(Encoding, RefusesPlansThatAreNotValidWithTheirPlace) {
  const std::string scan_bytes = "\0\1t\1\1a"s;
  const std::string name = "the name \"";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"\0\1t\0"s, "byte 5: found no columns, expected at least one, in scan"},
      {"\0\0\1\1a"s,
       R"(byte 5: found the name "", expected UTF-8, not empty, without NUL, in scan)"},
      {"\0\1t\2\1a\1a"s,
       R"(byte 5: found two columns named "a", expected one of each name, in scan)"},
      {"\7\0\0\0\1t\1\1\xff"s,
       R"(byte 8: found the name "\xff", expected UTF-8, not empty, without NUL, in sort: scan)"},
      {"\2\0"s + scan_bytes, "byte 5: found no columns, expected at least one, in project"},
      {"\3\0\0"s + scan_bytes,
       "byte 5: found neither keys nor aggregates, expected at least one, in aggregate"},
      {"\3\0\1\0\1n\1\0\1a"s + scan_bytes,
       "byte 5: found an argument of count, expected none, in aggregate"},
      {"\3\0\1\1\1n\0"s + scan_bytes,
       "byte 5: found no argument of sum, expected one, in aggregate"},
      {"\4\0\0\0"s + scan_bytes + scan_bytes,
       "byte 5: found no keys, expected at least one pair, in join"},
      {"\4\4\1\1a\1a\0\0"s + scan_bytes + scan_bytes,
       R"(byte 5: found the name "", expected UTF-8, not empty, without NUL, in join)"},
      {"\4\1\1\1a\1a\1m\1\0\1a"s + scan_bytes + "\0\1t\1\1b"s,
       "byte 5: found a left join with a condition, expected none, in join"},
      {"\1\4\x0a\1\0\1a"s + scan_bytes,
       "byte 6: found 1 argument of and, expected 2 or more, in filter"},
      {"\1\4\4\2\0\1a\1\0\x13"s + scan_bytes,
       "byte 12: found 19 places, expected 0 to 18, in filter"},
      {"\1\4\4\2\0\1a\2\x80\x80\x80\x80\x10"s + scan_bytes,
       "byte 12: found the day 2147483648, expected one of 32 bits, in filter"},
  };
  for (const auto& [bytes, message] : cases) EXPECT_EQ(refusal(head + bytes), message);
}

TEST(Encoding, NodesHaveAHundredLevels) {
  EXPECT_EQ(refusal(filter_bytes(most_levels)), "");
  EXPECT_EQ(encode(filters(most_levels)), filter_bytes(most_levels));
  EXPECT_TRUE(encode_refusal(filters(most_levels + 1))
                  .ends_with("found 101 levels of nodes, expected at most 100"));
  EXPECT_TRUE(refusal(filter_bytes(most_levels + 1))
                  .ends_with("found 101 levels of nodes, expected at most 100"));
  EXPECT_TRUE(refusal(filter_bytes(100 * most_levels)).contains("101 levels of nodes"));
}

TEST(Encoding, ExpressionsHaveAHundredLevels) {
  auto negated = [](int64_t times) {
    std::string bytes = head + "\1";
    for (int64_t i = 0; i < times; ++i) bytes += "\4\x0c\1";
    return bytes + "\0\1a"s + "\0\1t\1\1a"s;
  };
  EXPECT_EQ(refusal(negated(most_levels - 1)), "");
  EXPECT_TRUE(refusal(negated(most_levels))
                  .ends_with("found 101 levels of expressions, expected at most 100"));
  Expression deep = column("a");
  for (int64_t i = 0; i < most_levels; ++i) deep = !std::move(deep);
  EXPECT_EQ(encode_refusal(scan("t", {"a"}).filter(deep)),
            "filter: found 101 levels of expressions, expected at most 100");
}

TEST(Encoding, PlansHaveAHundredThousandItems) {
  auto scan_of = [](int64_t columns) {
    std::vector<std::string> names;
    for (int64_t i = 0; i < columns; ++i) names.push_back(std::to_string(i));
    return scan("t", std::move(names));
  };
  std::string bytes = encode(scan_of(most_items - 1));
  EXPECT_EQ(refusal(bytes), "");
  EXPECT_EQ(
      encode_refusal(scan_of(most_items)),
      "plan: found more than 100000 nodes, expressions and entries of lists, expected no more");
  // As before, with one more name.
  std::string columns = bytes.substr(head.size() + 6);
  EXPECT_EQ(refusal(head + "\0\1t\xa0\x8d\6"s + columns + "\1x"),
            "byte " + std::to_string(bytes.size()) +
                ": found one more node, expression or entry of a list, expected no more than "
                "100000 of them");
}

TEST(Encoding, TextsHaveAMebibyte) {
  auto compared_with = [](std::string constant) {
    return scan("t", {"a"}).filter(column("a") == text(std::move(constant)));
  };
  EXPECT_EQ(refusal(encode(compared_with(text_of_bytes(most_text_bytes)))), "");
  EXPECT_EQ(encode_refusal(compared_with(text_of_bytes(most_text_bytes + 1))),
            "filter: found a text of 1048577 bytes, expected at most 1048576");
  std::string bytes = head + "\0\x81\x80\x40"s + text_of_bytes(most_text_bytes + 1) + "\1\1a";
  EXPECT_EQ(refusal(bytes),
            "byte 5: found a name of 1048577 bytes, expected at most 1048576, in scan");
}

}  // namespace
}  // namespace engine::plan
