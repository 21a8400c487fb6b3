// The list of call sites, and what it is added up by.
#include "audit/sites_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "audit/explain_command.h"
#include "elf/fixture.h"

namespace ltoscope::audit {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr char calling[] = R"(
typedef unsigned long size_t;
void* malloc(size_t); void free(void*); void* my_alloc(size_t);
void* twice(size_t n) { free(malloc(n)); return malloc(n + 1); }
void drop(void* p) { free(p); }
void maybe(void* p, int c) { if (c) free(p); }
void* other(size_t n) { return (char*)my_alloc(n) + 1; }
)";

struct Ran {
  ExitCode code;
  std::string text;
};

Ran run_verb(const elf::Fixture& fixture, std::vector<std::string> arguments) {
  CLI::App app;
  ExitCode code = ExitCode::fine;
  add_sites_command(app, code);
  add_explain_command(app, code);
  std::string output = fixture.folder() / "out";
  arguments.insert(arguments.end(), {"-o", output});
  std::reverse(arguments.begin(), arguments.end());
  app.parse(arguments);
  std::ifstream file(output);
  return {code, {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()}};
}

json sites_of(const elf::Fixture& fixture, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "sites");
  arguments.insert(arguments.end(), {"-f", "json"});
  return json::parse(run_verb(fixture, arguments).text);
}

TEST(Sites, EachHasAddressKindFormAndFunction) {
  elf::Fixture fixture;
  std::string library = fixture.library("x.so", calling, "-fno-builtin");
  json all = sites_of(fixture, {library, "--callee", "free"});
  EXPECT_EQ(all["complete"], true);
  ASSERT_EQ(all["sites"].size(), 3u);
  EXPECT_EQ(all["sites"][0]["function"], "twice");
  EXPECT_EQ(all["sites"][0]["kind"], "call");
  EXPECT_EQ(all["sites"][0]["form"], "PLT");
  EXPECT_EQ(all["sites"][1]["kind"], "tail jump");
  EXPECT_EQ(all["sites"][1]["offset"], 0);
  EXPECT_EQ(all["sites"][2]["kind"], "conditional tail jump");
  EXPECT_THAT(run_verb(fixture, {"sites", library, "-n", "1"}).text, HasSubstr("4 more; -n 0"));
}

TEST(Sites, AreAddedUpByWhatIsAsked) {
  elf::Fixture fixture;
  std::string library = fixture.library("x.so", calling, "-fno-builtin");
  json by_function = sites_of(fixture, {library, "--by", "function"});
  EXPECT_EQ(by_function["groups"][0], json({{"name", "twice"}, {"calls", 2}, {"tail_jumps", 1}}));
  json by_callee =
      sites_of(fixture, {library, "--by", "callee", "--callee", "m*alloc", "--callee", "my_alloc"});
  EXPECT_EQ(by_callee["groups"][0]["name"], "m*alloc");
  EXPECT_EQ(by_callee["groups"][0]["calls"], 2);
  EXPECT_EQ(by_callee["groups"][1], json({{"name", "my_alloc"}, {"calls", 1}, {"tail_jumps", 0}}));
}

TEST(Sites, WhatMayBeMissingMakesTheListIncomplete) {
  elf::Fixture fixture;
  std::string library = fixture.library("x.so", calling, "-fno-builtin");
  fixture.run("llvm-strip-19 x.so");
  Ran ran = run_verb(fixture, {"sites", library, "--callee", "calloc"});
  EXPECT_EQ(ran.code, ExitCode::incomplete);
  EXPECT_THAT(ran.text, HasSubstr("unknown: calloc: not imported"));
  EXPECT_EQ(run_verb(fixture, {"sites", library, "--callee", "free"}).code, ExitCode::fine);
}

TEST(Explain, FollowsACallToItsSymbol) {
  elf::Fixture fixture;
  std::string library = fixture.library("x.so", calling, "-fno-builtin");
  std::string address = sites_of(fixture, {library, "--callee", "malloc"})["sites"][0]["address"];
  std::string text = run_verb(fixture, {"explain", library, address}).text;
  EXPECT_THAT(text, HasSubstr("twice+0x"));
  EXPECT_THAT(text, HasSubstr("R_X86_64_JUMP_SLOT malloc"));
  EXPECT_THAT(text, HasSubstr("call of malloc, PLT"));
}

TEST(Explain, RefusesWhatIsNoAddressOrNowhere) {
  elf::Fixture fixture;
  std::string library = fixture.library("x.so", calling, "-fno-builtin");
  EXPECT_THAT(elf::failure_of([&] { run_verb(fixture, {"explain", library, "malloc"}); }),
              HasSubstr("expected an address in hex"));
  EXPECT_THAT(elf::failure_of([&] { run_verb(fixture, {"explain", library, "0xffffffffff"}); }),
              HasSubstr("expected one that a segment loads"));
}

}  // namespace
}  // namespace ltoscope::audit
