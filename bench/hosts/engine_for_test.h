// What tests of the C API share: the library, loaded by path as hosts do, and plans written byte by
// byte.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hosts/loaded_engine.h"

namespace host {

// ENGINE_LIBRARY is its path, which the build knows.
inline const LoadedEngine& engine() {
  static const LoadedEngine loaded(ENGINE_LIBRARY);
  return loaded;
}

using Context = std::unique_ptr<engine_context, decltype(&engine_context_release)>;
using Plan = std::unique_ptr<engine_plan, decltype(&engine_plan_release)>;

inline Context new_context(int threads = 2) {
  engine_options options = {.threads = threads, .batch_size = 0};
  return {engine().context_create(&options), engine().context_release};
}

inline Plan new_plan(const Context& context, std::string_view bytes) {
  return {engine().plan_create(context.get(), bytes.data(), std::ssize(bytes)),
          engine().plan_release};
}

inline Plan tpch_plan(const Context& context, int query) {
  return {engine().plan_tpch(context.get(), query), engine().plan_release};
}

inline std::string encoded(const Plan& plan) {
  std::string bytes(engine().plan_encode(plan.get(), nullptr, 0), '\0');
  engine().plan_encode(plan.get(), bytes.data(), std::ssize(bytes));
  return bytes;
}

inline void generate(const Context& context, const char* table, double scale_factor,
                     std::vector<const char*> columns) {
  engine_table_options options = {.scale_factor = scale_factor,
                                  .part = 0,
                                  .parts = 0,
                                  .columns = columns.data(),
                                  .column_count = std::ssize(columns)};
  ASSERT_EQ(engine().table_generate_with(context.get(), table, &options), ENGINE_OK)
      << engine().last_error();
}

inline void expect_error_text() { EXPECT_STRNE(engine().last_error(), ""); }

// A call that gives a status has failed with a text.
inline void expect_error(int status) {
  EXPECT_EQ(status, ENGINE_ERROR);
  expect_error_text();
}

// A call that gives a count has.
inline void expect_no_count(int64_t count) {
  EXPECT_EQ(count, -1);
  expect_error_text();
}

// A call that gives a pointer has.
inline void expect_null(const void* pointer) {
  EXPECT_EQ(pointer, nullptr);
  expect_error_text();
}

// A test after which the library must have all its memory back.
class EngineApi : public testing::Test {
 protected:
  ~EngineApi() override { EXPECT_EQ(engine().memory_balance(), balance_before_); }

 private:
  int64_t balance_before_ = engine().memory_balance();
};

// Plans as core/plan/encoding.h writes them. Requires: texts and lists of fewer than 128.

inline std::string text(const std::string& value) {
  return static_cast<char>(value.size()) + value;
}

inline std::string list(const std::vector<std::string>& items) {
  std::string bytes(1, static_cast<char>(items.size()));
  for (const std::string& item : items) bytes += item;
  return bytes;
}

inline std::string lines() { return '\0' + text("lineitem") + list({text("l_linenumber")}); }

// Each line with each line of the same number, of which there are seven: from a table of n rows
// more than n * n / 7.
inline std::string pairs_of_lines() {
  std::string column = '\0' + text("l_linenumber");
  std::string renamed = '\2' + list({text("other") + column}) + lines();
  std::string keys = list({text("l_linenumber") + text("other")});
  return std::string("\4\0", 2) + keys + '\0' + lines() + renamed;
}

inline std::string plan_of(const std::string& node) { return "plan\1" + node; }

// Takes minutes from scale factor 0.1 on, and little memory.
inline std::string count_of_pairs() {
  return plan_of('\3' + list({}) + list({'\0' + text("pairs") + '\0'}) + pairs_of_lines());
}

}  // namespace host
