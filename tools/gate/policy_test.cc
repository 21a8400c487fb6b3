// Reading of policies, and what is said of wrong ones.
#include "gate/policy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "elf/fixture.h"
#include "gate/builtin_policies.h"

namespace ltoscope::gate {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// A policy of one rule; its first line is line 3.
std::string of_rule(const std::string& lines) {
  return "version = 1\n[[rule]]\nid = \"r\"\nreason = \"why\"\n" + lines;
}
Rule rule_in(const std::string& lines) {
  return parse_policy(of_rule(lines), "p.toml", {}).rules.front();
}
std::string refusal_of(const std::string& text) {
  return elf::failure_of([&] { parse_policy(text, "p.toml", {}); });
}

TEST(Policy, FigureRuleHasItsLimits) {
  Rule rule = rule_in(
      "metric = \"calls.malloc\"\nmax = 9\nmax_increase = \"2.5 %\"\nmax_decrease = 3\n"
      "arch = [\"amd64\", \"aarch64\"]\nseverity = \"warning\"\nexpires = 2030-02-01\n");
  EXPECT_EQ(rule.kind, RuleKind::figure);
  EXPECT_EQ(rule.line, 2);
  EXPECT_EQ(rule.max, 9);
  EXPECT_TRUE(rule.max_increase->percent);
  EXPECT_EQ(rule.max_increase->amount, 2.5);
  EXPECT_FALSE(rule.max_decrease->percent);
  EXPECT_THAT(rule.machines, ElementsAre("x86-64", "AArch64"));
  EXPECT_EQ(rule.severity, Severity::warning);
  EXPECT_EQ(rule.expires, std::chrono::year_month_day(std::chrono::year(2030),
                                                      std::chrono::month(2), std::chrono::day(1)));
}

TEST(Policy, EachSubjectHasItsValue) {
  EXPECT_EQ(rule_in("property = \"relro\"\nequals = \"full\"\n").metric, "properties.relro");
  EXPECT_THAT(rule_in("deny_exports = [\"class:std\", \"x*\"]\n").globs,
              ElementsAre("class:std", "x*"));
  EXPECT_EQ(rule_in("required_exports = [\"a\", {glob = \"J*\", min = 3}]\n").required[1].least, 3);
  EXPECT_THAT(rule_in("max_glibc = \"2.28\"\n").glibc, ElementsAre(2, 28));
  EXPECT_TRUE(rule_in("no_rpath = \"except-origin\"\n").origin_allowed);
  EXPECT_EQ(rule_in("page_alignment = 16384\n").page_bytes, 16384);
  EXPECT_THAT(rule_in("required_jni = \"a.B.c\"\n").methods[0].symbols, ElementsAre("Java_a_B_c"));
}

TEST(Policy, UnknownKeyIsToldWithTheKnownOnes) {
  std::string said = refusal_of(of_rule("metric = \"calls.malloc\"\nmaximum = 9\n"));
  EXPECT_THAT(said, HasSubstr("p.toml:6: found the unknown key rule.maximum, expected one of id"));
  EXPECT_THAT(said, HasSubstr("max_increase"));
  EXPECT_THAT(refusal_of(of_rule("nx = true\nmax = 1\n")), HasSubstr("unknown key rule.max"));
  EXPECT_THAT(refusal_of("version = 1\nrules = 1\n"), HasSubstr("p.toml:2: found the unknown key"));
}

TEST(Policy, WrongValueIsToldWithItsLine) {
  EXPECT_THAT(refusal_of(of_rule("metric = \"calls.mallok\"\nmax = 9\n")),
              HasSubstr("p.toml:5: rule.metric: found \"calls.mallok\", expected one of malloc"));
  EXPECT_THAT(refusal_of(of_rule("metric = \"calls.malloc\"\nmax = \"9\"\n")),
              HasSubstr("p.toml:6: rule.max: found a string, expected an integer"));
  EXPECT_THAT(refusal_of(of_rule("nx = false\n")), HasSubstr("found false"));
  EXPECT_THAT(refusal_of(of_rule("max_glibc = \"new\"\n")), HasSubstr("\"2.28\""));
  EXPECT_THAT(refusal_of(of_rule("page_alignment = 5000\n")), HasSubstr("16384"));
  EXPECT_THAT(refusal_of(of_rule("nx = true\narch = \"vax\"\n")), HasSubstr("x86-64"));
  EXPECT_THAT(refusal_of(of_rule("deny_exports = [\"class:c\"]\n")), HasSubstr("allocator"));
  EXPECT_THAT(refusal_of(of_rule("required_exports = [{glob = \"J*\", min = 0}]\n")),
              HasSubstr("at least 1"));
  EXPECT_THAT(refusal_of(of_rule("metric = \"calls.malloc\"\nmax_increase = \"much\"\n")),
              HasSubstr("2 %"));
}

TEST(Policy, RuleThatCouldNotFailIsRefused) {
  EXPECT_THAT(refusal_of(of_rule("metric = \"calls.malloc\"\n")), HasSubstr("no limit"));
  EXPECT_THAT(refusal_of(of_rule("")), HasSubstr("expected one of metric, property"));
  EXPECT_THAT(refusal_of(of_rule("nx = true\nrelro = \"full\"\n")), HasSubstr("both relro and nx"));
  EXPECT_THAT(refusal_of("version = 1\n[[rule]]\nid = \"a\"\nnx = true\n"), HasSubstr("no reason"));
  EXPECT_THAT(refusal_of("version = 1\n"), HasSubstr("no rule"));
  EXPECT_THAT(refusal_of("version = 2\n"), HasSubstr("p.toml:1: version: found 2, expected 1"));
  EXPECT_THAT(refusal_of("[[rule]]\n"), HasSubstr("expected version = 1"));
  EXPECT_THAT(refusal_of("version = = 1\n"), HasSubstr("p.toml:1: "));
  EXPECT_THAT(refusal_of(of_rule("nx = true\n") + of_rule("nx = true\n").substr(12)),
              HasSubstr("the id \"r\" twice"));
}

TEST(Policy, BuiltInOnesAreReadable) {
  for (const BuiltinPolicy& builtin : builtin_policies()) {
    Policy policy = read_policy(std::string(builtin.name));
    EXPECT_FALSE(policy.rules.empty());
    EXPECT_TRUE(policy.rules[0].built_in);
  }
  EXPECT_THAT(elf::failure_of([] { read_policy("jnj"); }),
              HasSubstr("one of jni, plugin, python-extension"));
}

}  // namespace
}  // namespace ltoscope::gate
