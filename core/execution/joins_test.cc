// Joins of all kinds, against comparing every pair of rows.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "columns/statistics.h"
#include "execution/plan_for_test.h"
#include "operators/relation.h"

namespace engine::execution {
namespace {

using columns::Table;
using plan::column;
using plan::JoinKind;
using plan::KeyPair;

constexpr int64_t probe_rows = 300;
constexpr int64_t build_rows = 80;

std::string field(const Table& table, const std::string& name, int64_t row) {
  return columns::canonical_text(table.column(name), row);
}

// Some rows of a table.
Table rows_of_table(const Table& table, const std::vector<int32_t>& rows) {
  operators::Relation all = operators::relation_of(table, columns::measured_attributes(table));
  return operators::table_of(operators::rows_of(all, rows));
}

// Columns <side>_row, _num, _near, _far, _text and _word. Words of the two sides have different
// dictionaries; _far is mostly outside what the other side has.
Table side(char name, int64_t count, int64_t spread, std::mt19937& random) {
  std::vector<int64_t> number(count);
  std::vector<int64_t> num(count);
  std::vector<int32_t> near(count);
  std::vector<int64_t> far(count);
  std::vector<std::string> texts(count);
  std::vector<std::string> words(count);
  std::vector<std::string> dictionary;
  for (char each = name == 'p' ? 'a' : 'c'; each <= 'x'; ++each) dictionary.push_back({each, 'y'});
  for (int64_t row = 0; row < count; ++row) {
    number[row] = row;
    num[row] = static_cast<int64_t>(random() % 10);
    near[row] = static_cast<int32_t>(random() % spread) - 20;
    far[row] =
        random() % 3 == 0 ? int64_t{1} << (random() % 63) : static_cast<int64_t>(random() % spread);
    texts[row] = "a text that is long " + std::to_string(random() % spread);
    words[row] = dictionary[random() % dictionary.size()];
  }
  auto named = [name](const char* rest) { return std::string(1, name) + rest; };
  return columns::table_for_test(
      {columns::integers_for_test(named("_row"), number),
       columns::integers_for_test(named("_num"), num),
       columns::column_for_test(named("_near"), columns::integer(columns::Storage::int32), near),
       columns::integers_for_test(named("_far"), far),
       columns::texts_for_test(named("_text"), texts),
       columns::words_for_test(named("_word"), std::make_shared<columns::Dictionary>(dictionary),
                               words)});
}

struct JoinForTest {
  Table probe;
  Table build;
  std::vector<KeyPair> keys;
  bool has_condition;

  std::string keys_of(const Table& table, std::string KeyPair::* name, int64_t row) const {
    std::string text;
    for (const KeyPair& key : keys) text += field(table, key.*name, row) + "|";
    return text;
  }

  bool matches(int64_t p, int64_t b) const {
    if (keys_of(probe, &KeyPair::probe, p) != keys_of(build, &KeyPair::build, b)) return false;
    return !has_condition || columns::value_at(probe.column("p_num"), p) <
                                 columns::value_at(build.column("b_num"), b);
  }

  // Keeps the first build row of each key.
  void make_unique() {
    std::set<std::string> known;
    std::vector<int32_t> rows;
    for (int32_t row = 0; row < build.row_count; ++row) {
      if (known.insert(keys_of(build, &KeyPair::build, row)).second) rows.push_back(row);
    }
    build = rows_of_table(build, rows);
  }

  plan::Node plan(JoinKind kind) const {
    std::vector<std::string> of_probe;
    std::vector<std::string> of_build;
    for (const columns::Field& each : probe.schema) of_probe.push_back(each.name);
    for (const columns::Field& each : build.schema) of_build.push_back(each.name);
    plan::Join join = {.kind = kind, .keys = keys, .mark = plan::has_mark(kind) ? "mark" : ""};
    if (has_condition) join.condition = column("p_num") < column("b_num");
    plan::Builder node(
        plan::Node{join, {plan::scan("probe", of_probe), plan::scan("build", of_build)}});
    switch (kind) {
      case JoinKind::inner:
        return std::move(node).project({"p_row", "b_row", "b_text"});
      case JoinKind::left:
        return std::move(node).project({"p_row", "b_row", "b_text", "mark"});
      case JoinKind::mark:
        return std::move(node).project({"p_row", "mark"});
      case JoinKind::semi:
      case JoinKind::anti:
        return std::move(node).project({"p_row"});
      case JoinKind::build_semi:
      case JoinKind::build_anti:
        break;
    }
    return std::move(node).project({"b_row"});
  }

  std::string expected(JoinKind kind) const {
    if (kind == JoinKind::build_semi || kind == JoinKind::build_anti) return of_build_rows(kind);
    std::string text;
    for (int64_t p = 0; p < probe.row_count; ++p) {
      std::string row = field(probe, "p_row", p);
      bool has_match = false;
      for (int64_t b = 0; b < build.row_count; ++b) {
        if (!matches(p, b)) continue;
        has_match = true;
        if (kind != JoinKind::inner && kind != JoinKind::left) break;
        text += row + "|" + field(build, "b_row", b) + "|" + field(build, "b_text", b) +
                (kind == JoinKind::left ? "|1\n" : "\n");
      }
      if (kind == JoinKind::left && !has_match) text += row + "|0||0\n";
      if (kind == JoinKind::mark) text += row + (has_match ? "|1\n" : "|0\n");
      if (kind == JoinKind::semi && has_match) text += row + "\n";
      if (kind == JoinKind::anti && !has_match) text += row + "\n";
    }
    return text;
  }

  std::string of_build_rows(JoinKind kind) const {
    std::string text;
    for (int64_t b = 0; b < build.row_count; ++b) {
      bool has_match = false;
      for (int64_t p = 0; p < probe.row_count && !has_match; ++p) has_match = matches(p, b);
      if (has_match == (kind == JoinKind::build_semi)) text += field(build, "b_row", b) + "\n";
    }
    return text;
  }
};

void expect_all_kinds(const JoinForTest& join, const std::string& name) {
  Catalog catalog;
  catalog.emplace("probe", StoredTable(join.probe));
  catalog.emplace("build", StoredTable(join.build));
  for (int number = 0; number < plan::join_kind_count; ++number) {
    auto kind = static_cast<JoinKind>(number);
    if (kind == JoinKind::left && join.has_condition) continue;
    SCOPED_TRACE(name + ", kind " + std::to_string(number));
    expect_rows(join.plan(kind), catalog, join.expected(kind));
  }
}

const std::vector<std::vector<KeyPair>>& keys_of_joins() {
  static const std::vector<std::vector<KeyPair>> keys = {
      {{"p_near", "b_near"}},
      {{"p_far", "b_far"}},
      {{"p_near", "b_far"}},
      {{"p_far", "b_near"}},
      {{"p_near", "b_near"}, {"p_num", "b_num"}},
      {{"p_far", "b_far"}, {"p_near", "b_near"}},
      {{"p_text", "b_text"}},
      {{"p_word", "b_word"}},
      {{"p_word", "b_word"}, {"p_num", "b_num"}},
      {{"p_text", "b_text"}, {"p_near", "b_near"}, {"p_word", "b_word"}},
  };
  return keys;
}

TEST(Joins, GiveWhatComparingEveryPairGives) {
  std::mt19937 random(91);
  for (const std::vector<KeyPair>& keys : keys_of_joins()) {
    for (bool is_unique : {false, true}) {
      for (bool has_condition : {false, true}) {
        int64_t spread = keys.size() == 1 ? 30 : 4;
        JoinForTest join = {.probe = side('p', probe_rows, spread, random),
                            .build = side('b', build_rows, spread, random),
                            .keys = keys,
                            .has_condition = has_condition};
        if (is_unique) join.make_unique();
        expect_all_kinds(join, keys.front().probe + (is_unique ? ", unique" : ", repeated") +
                                   (has_condition ? ", condition" : ""));
      }
    }
  }
}

TEST(Joins, WithAnEmptySideAreLikeAllOthers) {
  std::mt19937 random(92);
  for (const std::vector<KeyPair>& keys : keys_of_joins()) {
    for (auto [probe_count, build_count] : {std::pair(0, 9), std::pair(9, 0), std::pair(0, 0)}) {
      for (bool has_condition : {false, true}) {
        JoinForTest join = {.probe = side('p', probe_count, 5, random),
                            .build = side('b', build_count, 5, random),
                            .keys = keys,
                            .has_condition = has_condition};
        expect_all_kinds(join, keys.front().probe);
      }
    }
  }
}

TEST(Joins, OfAFilteredInputSeeNoOtherRows) {
  std::mt19937 random(93);
  JoinForTest join = {.probe = side('p', probe_rows, 30, random),
                      .build = side('b', build_rows, 30, random),
                      .keys = {{"p_near", "b_near"}},
                      .has_condition = false};
  Catalog catalog;
  catalog.emplace("probe", StoredTable(join.probe));
  catalog.emplace("build", StoredTable(join.build));
  std::vector<int32_t> even;
  for (int32_t row = 0; row < probe_rows; ++row) {
    if (columns::value_at(join.probe.column("p_num"), row) < 5) even.push_back(row);
  }
  join.probe = rows_of_table(join.probe, even);
  for (JoinKind kind : {JoinKind::inner, JoinKind::left, JoinKind::semi, JoinKind::anti,
                        JoinKind::mark, JoinKind::build_semi, JoinKind::build_anti}) {
    plan::Node plan = join.plan(kind);
    plan::Node& probe = plan.inputs[0].inputs[0];
    probe = plan::Builder(std::move(probe)).filter(column("p_num") < plan::number(5));
    expect_rows(plan, catalog, join.expected(kind));
  }
}

// More rows than a morsel has; each probe row's matches are those of its number modulo 1,000.
TEST(Joins, OfManyMorselsAreInTheProbesOrder) {
  constexpr int64_t count = 150'000;
  std::vector<int64_t> rows(count);
  std::vector<int64_t> keys(count);
  for (int64_t row = 0; row < count; ++row) {
    rows[row] = row;
    keys[row] = row % 1'000;
  }
  Catalog catalog;
  catalog.emplace("probe",
                  StoredTable(columns::table_for_test({columns::integers_for_test("row", rows),
                                                       columns::integers_for_test("key", keys)})));
  catalog.emplace("build", StoredTable(columns::table_for_test(
                               {columns::integers_for_test("build_row", {0, 1, 2, 3}),
                                columns::integers_for_test("build_key", {7, 999, 7, 5'000})})));
  std::string expected;
  std::string expected_of_left;
  for (int64_t row = 0; row < count; ++row) {
    std::string matched = std::to_string(row) + "|";
    if (keys[row] == 7) expected += matched + "0\n" + matched + "2\n";
    if (keys[row] == 999) expected += matched + "1\n";
    if (keys[row] == 8) expected_of_left += matched + "0\n";
    if (keys[row] == 7) expected_of_left += matched + "0\n" + matched + "2\n";
  }
  auto inputs = [] {
    return std::pair(plan::scan("probe", {"row", "key"}),
                     plan::scan("build", {"build_row", "build_key"}));
  };
  auto [probe, build] = inputs();
  expect_rows(
      std::move(probe).join(std::move(build), {{"key", "build_key"}}).project({"row", "build_row"}),
      catalog, expected);
  auto [left, right] = inputs();
  expect_rows(std::move(left)
                  .left_join(std::move(right), {{"key", "build_key"}}, "found")
                  .filter(between(column("key"), plan::number(7), plan::number(8)))
                  .project({"row", "build_row"}),
              catalog, expected_of_left);
  auto [marking, marked] = inputs();
  expect_rows(std::move(marked)
                  .matched_by(std::move(marking), {{"key", "build_key"}})
                  .project({"build_row"}),
              catalog, "0\n1\n2\n");
}

}  // namespace
}  // namespace engine::execution
