// Each kind of rule: where it is broken, where it is not, and where it cannot look.
#include "gate/rule_outcome.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "elf/fixture.h"

namespace ltoscope::gate {
namespace {

using testing::HasSubstr;

constexpr std::chrono::year_month_day today(std::chrono::year(2030), std::chrono::month(6),
                                            std::chrono::day(15));

Rule rule_of(const std::string& lines) {
  return parse_policy("version = 1\n[[rule]]\nid = \"r\"\nreason = \"why\"\n" + lines, "p", {})
      .rules.front();
}

RuleOutcome outcome_in(const audit::FileFigures& figures, const std::string& lines,
                       const BaseFigures* base = nullptr) {
  static std::vector<std::unique_ptr<Rule>> rules;  // outcomes point to them
  rules.push_back(std::make_unique<Rule>(rule_of(lines)));
  return outcome_of(*rules.back(), figures, base, today);
}

RuleStatus status_in(const audit::FileFigures& figures, const std::string& lines) {
  return outcome_in(figures, lines).status;
}

constexpr char jni_source[] = R"(
extern void *malloc(unsigned long);
void *Java_a_B_c(void) { return malloc(1); }
void _ZNSt3fooEv(void) {}
__thread int counter;
int Java_a_B_d__I(int n) { return counter += n; }
)";

audit::FileFigures figures_with(const elf::Fixture& fixture, const std::string& flags = "") {
  return audit::figures_of_file(
      fixture.library("x.so", jni_source, "-fno-builtin -nostdlib -lc " + flags));
}

TEST(RuleOutcome, LimitsOnAFigureAreInclusive) {
  elf::Fixture fixture;
  audit::FileFigures figures = figures_with(fixture);
  std::string metric = "metric = \"sites.malloc\"\n";
  EXPECT_EQ(status_in(figures, metric + "max = 1\n"), RuleStatus::passed);
  EXPECT_EQ(status_in(figures, metric + "min = 1\n"), RuleStatus::passed);
  EXPECT_EQ(status_in(figures, metric + "equals = 1\n"), RuleStatus::passed);
  RuleOutcome above = outcome_in(figures, metric + "max = 0\n");
  EXPECT_EQ(above.status, RuleStatus::broken);
  EXPECT_EQ(above.message, "sites.malloc is 1, expected at most 0");
  EXPECT_EQ(status_in(figures, metric + "min = 2\n"), RuleStatus::broken);
  EXPECT_EQ(status_in(figures, metric + "equals = 2\n"), RuleStatus::broken);
  EXPECT_EQ(status_in(figures, "property = \"linker\"\nmatch = \"*LLD*\"\n"), RuleStatus::passed);
  EXPECT_EQ(status_in(figures, "property = \"linker\"\nmatch = \"*mold*\"\n"), RuleStatus::broken);
}

TEST(RuleOutcome, ChangeIsJudgedAgainstTheBase) {
  elf::Fixture fixture;
  audit::FileFigures figures = figures_with(fixture);
  auto against = [&](audit::FigureValue before, const std::string& limit) {
    BaseFigures base{"base", [&](const std::string&) { return before; }};
    return outcome_in(figures, "metric = \"sites.malloc\"\n" + limit, &base).status;
  };
  EXPECT_EQ(against(audit::number_figure(1), "max_increase = 0\n"), RuleStatus::passed);
  EXPECT_EQ(against(audit::number_figure(0), "max_increase = 0\n"), RuleStatus::broken);
  EXPECT_EQ(against(audit::number_figure(0), "max_increase = 1\n"), RuleStatus::passed);
  EXPECT_EQ(against(audit::number_figure(0), "max_increase = \"50 %\"\n"), RuleStatus::broken)
      << "half of nothing is nothing";
  EXPECT_EQ(against(audit::number_figure(100), "max_decrease = \"50 %\"\n"), RuleStatus::broken);
  EXPECT_EQ(against(audit::unknown_figure("lost"), "max_increase = 9\n"), RuleStatus::undecidable);
  EXPECT_EQ(status_in(figures, "metric = \"sites.malloc\"\nmax_increase = 9\n"),
            RuleStatus::undecidable)
      << "no base at all";
}

TEST(RuleOutcome, UnknownFigureIsUndecidable) {
  elf::Fixture fixture;
  figures_with(fixture);
  fixture.run("llvm-strip-19 x.so");
  audit::FileFigures figures = audit::figures_of_file(fixture.folder() / "x.so");
  RuleOutcome outcome = outcome_in(figures, "metric = \"calls.operator new\"\nmax = 99\n");
  EXPECT_EQ(outcome.status, RuleStatus::undecidable);
  EXPECT_THAT(outcome.message, HasSubstr("no symbol table"));
  EXPECT_EQ(status_in(figures, "metric = \"relocs.R_AARCH64_TLSDESC\"\nmax = 0\n"),
            RuleStatus::undecidable);
}

TEST(RuleOutcome, ExportListsNameTheOffenders) {
  elf::Fixture fixture;
  audit::FileFigures figures = figures_with(fixture);
  RuleOutcome denied = outcome_in(figures, "deny_exports = [\"class:std\"]\n");
  EXPECT_EQ(denied.status, RuleStatus::broken);
  ASSERT_EQ(denied.offenders.size(), 1u);
  EXPECT_EQ(denied.offenders[0].name, "_ZNSt3fooEv");
  EXPECT_EQ(status_in(figures, "deny_exports = [\"class:runtime\", \"je_*\"]\n"),
            RuleStatus::passed);
  RuleOutcome allowed = outcome_in(figures, "allow_exports = [\"Java_*\"]\n");
  EXPECT_EQ(allowed.offenders.size(), 2u) << "the function of std and the thread-local";
  EXPECT_EQ(status_in(figures, "allow_exports = [\"*\"]\n"), RuleStatus::passed);
}

TEST(RuleOutcome, RequiredNamesMustBeThereOftenEnough) {
  elf::Fixture fixture;
  audit::FileFigures figures = figures_with(fixture);
  EXPECT_EQ(status_in(figures, "required_exports = [{glob = \"Java_*\", min = 2}]\n"),
            RuleStatus::passed);
  RuleOutcome missing =
      outcome_in(figures, "required_exports = [{glob = \"Java_*\", min = 3}, \"JNI_OnLoad\"]\n");
  EXPECT_EQ(missing.status, RuleStatus::broken);
  ASSERT_EQ(missing.offenders.size(), 2u);
  EXPECT_EQ(missing.offenders[0].detail, "2 of at least 3");
  EXPECT_EQ(missing.offenders[1].name, "JNI_OnLoad");
}

TEST(RuleOutcome, NativeMethodMayHaveEitherName) {
  elf::Fixture fixture;
  audit::FileFigures figures = figures_with(fixture);
  EXPECT_EQ(status_in(figures, "required_jni = [\"a.B.c\", \"a.B.d(int)\"]\n"), RuleStatus::passed);
  RuleOutcome missing = outcome_in(figures, "required_jni = [\"a.B.e\"]\n");
  EXPECT_EQ(missing.status, RuleStatus::broken);
  ASSERT_EQ(missing.offenders.size(), 1u);
  EXPECT_EQ(missing.offenders[0].name, "Java_a_B_e");
}

TEST(RuleOutcome, StaticThreadLocalsMakeALibraryNotLoadableLate) {
  elf::Fixture fixture;
  EXPECT_EQ(status_in(figures_with(fixture), "loadable_late = true\n"), RuleStatus::passed);
  RuleOutcome fixed = outcome_in(figures_with(fixture, "-ftls-model=initial-exec"),
                                 "loadable_late = true\nstatic_tls_budget = 100\n");
  EXPECT_EQ(fixed.status, RuleStatus::broken);
  EXPECT_THAT(fixed.message, HasSubstr("4 bytes of TLS, of near 100"));
  ASSERT_EQ(fixed.offenders.size(), 1u);
  EXPECT_EQ(fixed.offenders[0].name, "counter");
}

TEST(RuleOutcome, LoaderPropertiesAreJudged) {
  elf::Fixture fixture;
  audit::FileFigures good = figures_with(fixture, "-Wl,-z,relro,-z,now");
  for (const char* rule :
       {"nx = true\n", "relro = \"full\"\n", "no_rpath = true\n", "no_text_relocations = true\n",
        "page_alignment = 4096\n", "max_glibc = \"2.34\"\n", "allocator_closed = true\n"}) {
    EXPECT_EQ(status_in(good, rule), RuleStatus::passed) << rule;
  }
  audit::FileFigures bad = figures_with(
      fixture, "-Wl,-z,norelro,-z,execstack,-rpath,'$ORIGIN/x:/build' -Wl,-z,max-page-size=4096");
  for (const char* rule : {"nx = true\n", "relro = \"partial\"\n", "no_rpath = true\n",
                           "page_alignment = 65536\n", "max_glibc = \"2.1\"\n"}) {
    EXPECT_EQ(status_in(bad, rule), RuleStatus::broken) << rule;
  }
  RuleOutcome paths = outcome_in(bad, "no_rpath = \"except-origin\"\n");
  ASSERT_EQ(paths.offenders.size(), 1u);
  EXPECT_EQ(paths.offenders[0].name, "/build");
}

TEST(RuleOutcome, ExpiredRuleIsBroken) {
  elf::Fixture fixture;
  audit::FileFigures figures = figures_with(fixture);
  EXPECT_EQ(status_in(figures, "nx = true\nexpires = 2030-06-16\n"), RuleStatus::passed);
  RuleOutcome expired = outcome_in(figures, "nx = true\nexpires = 2030-06-15\n");
  EXPECT_EQ(expired.status, RuleStatus::broken);
  EXPECT_THAT(expired.message, HasSubstr("expired on 2030-06-15"));
}

TEST(RuleOutcome, RuleOfAnotherMachineOrFileDoesNotApply) {
  elf::Fixture fixture;
  audit::FileFigures figures = figures_with(fixture);
  EXPECT_TRUE(applies_to(rule_of("nx = true\narch = \"x86_64\"\n"), figures));
  EXPECT_FALSE(applies_to(rule_of("nx = true\narch = \"aarch64\"\n"), figures));
  EXPECT_TRUE(applies_to(rule_of("nx = true\nfiles = \"x*\"\n"), figures));
  EXPECT_FALSE(applies_to(rule_of("nx = true\nfiles = \"lib*\"\n"), figures));
}

}  // namespace
}  // namespace ltoscope::gate
