// Whole measurements of a three-file CMake project, with real builds. Where a build must behave in
// a certain way, a runner around the real one does that, or the project's presets name a compiler
// that does.
#include "buildcost/cost.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>

#include <map>

#include "buildcost/temporary_project.h"
#include "buildcost/text_file.h"
#include "buildcost/work_folder.h"
#include "command/failure.h"
#include "command/interruption.h"
#include "command/output.h"

namespace ltoscope::buildcost {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

const AlreadyHave have_nothing = [](const std::string&, Scenario, int64_t) { return false; };
const AlreadyHave have_all = [](const std::string&, Scenario, int64_t) { return true; };

AlreadyHave have_all_but(Scenario wanted, Scenario also_wanted) {
  return [=](const std::string&, Scenario scenario, int64_t) {
    return scenario != wanted && scenario != also_wanted;
  };
}
AlreadyHave have_all_but(Scenario wanted) { return have_all_but(wanted, wanted); }

// A library of one archive member and one entry point. Presets: "none", "thin", and "other" with
// `preset_variables`.
class Cost : public testing::Test {
 protected:
  Cost() {
    silence_progress();
    project.write("CMakeLists.txt",
                  "cmake_minimum_required(VERSION 3.25)\nproject(small CXX)\n"
                  "add_library(core STATIC leaf.cc)\nadd_library(small SHARED entry.cc)\n"
                  "target_compile_options(core PUBLIC -O1 -fPIC ${FLAGS})\n"
                  "target_link_options(core PUBLIC -fuse-ld=lld ${FLAGS})\n"
                  "target_link_libraries(small PRIVATE core)\nadd_executable(host host.cc)\n");
    project.write("leaf.cc", "int leaf(int x) { return x * 3; }\n");
    project.write("entry.cc", "int leaf(int);\nint entry(int x) { return leaf(x); }\n");
    project.write("host.cc", "int main() { return 0; }\n");
    write_presets("\"FLAGS\": \"-DBROKEN\"");
    plan.project = project.folder();
    plan.work = project / "build/cost";
    plan.presets = {"none"};
    plan.target = "small";
    plan.library = "libsmall.so";
    plan.touch = plan.edit_file = "leaf.cc";
    plan.edit_function = "leaf";
    plan.jobs = 2;
  }

  void write_presets(const std::string& preset_variables, const std::string& generator = "Ninja") {
    project.write("CMakePresets.json",
                  "{\"version\": 6, \"configurePresets\": [{\"name\": \"base\", \"hidden\": true, "
                  "\"generator\": \"" +
                      generator +
                      "\", \"cacheVariables\": {\"CMAKE_CXX_COMPILER_FORCED\": \"1\", "
                      "\"CMAKE_CXX_COMPILER\": \"" +
                      LTOSCOPE_TEST_CXX +
                      "\"}}, {\"name\": \"none\", \"inherits\": \"base\"},"
                      "{\"name\": \"thin\", \"inherits\": \"base\", \"cacheVariables\": "
                      "{\"FLAGS\": \"-flto=thin\"}},"
                      "{\"name\": \"other\", \"inherits\": \"base\", \"cacheVariables\": {" +
                      preset_variables + "}}]}");
  }

  void add_to_cmake(const std::string& text) {
    project.write("CMakeLists.txt", project.read("CMakeLists.txt") + text);
  }

  void measure(const AlreadyHave& already_have = have_nothing, const Runner& runner = run_metered) {
    measure_cost(
        plan, already_have, [&](const CostSample& sample) { samples.push_back(sample); }, runner);
  }

  const CostSample& sample(Scenario scenario) const {
    for (const CostSample& sample : samples) {
      if (sample.scenario == scenario) return sample;
    }
    throw std::logic_error("no sample of " + scenario_name(scenario));
  }

  // Why all figures of the scenario are unknown; empty when they are known.
  std::string reason(Scenario scenario) const {
    const CostSample& of = sample(scenario);
    if (of.unknown.empty() || of.unknown[0].metric != "all") return "";
    EXPECT_FALSE(of.wall_seconds || of.user_seconds || of.edges || of.library_bytes ||
                 of.largest_tree_bytes);
    return of.unknown[0].reason;
  }

  std::string failure_message(const Runner& runner = run_metered) {
    try {
      measure(have_nothing, runner);
      return "";
    } catch (const Failure& failure) {
      return failure.what();
    }
  }

  TemporaryProject project;
  CostPlan plan;
  std::vector<CostSample> samples;
};

std::vector<std::string> names_of(const std::vector<CostSample>& samples) {
  std::vector<std::string> names;
  for (const CostSample& sample : samples) {
    names.push_back(
        fmt::format("{} {} {}", sample.round, sample.preset, scenario_name(sample.scenario)));
  }
  return names;
}

TEST_F(Cost, EveryScenarioOfEveryPresetIsMeasured) {
  plan.presets = {"none", "thin"};
  measure();
  EXPECT_THAT(names_of(samples),
              ElementsAre("1 none clean", "1 none no_op", "1 none touch", "1 none edit",
                          "1 thin clean", "1 thin no_op", "1 thin touch", "1 thin edit"));
  std::map<Scenario, int64_t> edges = {
      {Scenario::clean, 4}, {Scenario::no_op, 0}, {Scenario::touch, 3}, {Scenario::edit, 3}};
  for (const CostSample& sample : samples) {
    EXPECT_EQ(sample.edges, edges[sample.scenario])
        << sample.preset << scenario_name(sample.scenario);
    EXPECT_GT(sample.wall_seconds.value(), 0);
    EXPECT_GT(sample.user_seconds.value() + sample.system_seconds.value(), 0);
    EXPECT_GT(sample.library_bytes.value(), 0);
    EXPECT_EQ(sample.cache, sample.scenario == Scenario::clean ? "cold" : "warm");
    if (sample.scenario != Scenario::no_op)
      EXPECT_GT(sample.largest_process_bytes.value(), 20 << 20);
  }
  EXPECT_GT(samples[0].configure_seconds.value(), 0);
  EXPECT_TRUE(fs::exists(built_library(plan, "thin")));
}

TEST_F(Cost, TheUsersSourcesAreNeverTouched) {
  struct stat before{}, after{};
  ::stat((project / "leaf.cc").c_str(), &before);
  std::string text = project.read("leaf.cc");
  measure(have_all_but(Scenario::edit));
  ::stat((project / "leaf.cc").c_str(), &after);
  EXPECT_EQ(project.read("leaf.cc"), text);
  EXPECT_EQ(before.st_mtim.tv_nsec, after.st_mtim.tv_nsec);
  EXPECT_EQ(before.st_ctim.tv_nsec, after.st_ctim.tv_nsec);
  EXPECT_EQ(reason(Scenario::edit), "");
}

TEST_F(Cost, WhatRemainsIsTheLibraryOfTheUneditedSources) {
  uint64_t clean = 0, edited = 0;
  measure_cost(plan, have_all_but(Scenario::clean, Scenario::edit), [&](const CostSample& sample) {
    if (sample.scenario == Scenario::clean)
      clean = fingerprint_of_file(built_library(plan, "none"));
    if (sample.scenario == Scenario::edit)
      edited = fingerprint_of_file(built_library(plan, "none"));
  });
  EXPECT_NE(edited, clean);
  EXPECT_EQ(fingerprint_of_file(built_library(plan, "none")), clean);
}

TEST_F(Cost, PresetsTakeTurnsInGoingFirst) {
  plan.presets = {"none", "thin"};
  plan.rounds = 2;
  measure(have_all_but(Scenario::no_op));
  EXPECT_THAT(names_of(samples),
              ElementsAre("1 none no_op", "1 thin no_op", "2 thin no_op", "2 none no_op"));
}

TEST_F(Cost, LaterRoundsMayGoOnWithoutACleanBuild) {
  plan.rounds = 3;
  plan.clean_rounds = 1;
  measure(have_all_but(Scenario::clean, Scenario::no_op));
  EXPECT_THAT(names_of(samples),
              ElementsAre("1 none clean", "1 none no_op", "2 none no_op", "3 none no_op"));
  plan.clean_rounds = 4;
  EXPECT_THROW(measure(have_all), Failure);
}

TEST_F(Cost, AnEditUnderOnePresetLeavesTheOthersUpToDate) {
  plan.presets = {"none", "thin"};
  measure(have_all_but(Scenario::edit));
  EXPECT_EQ(samples.size(), 2u);
  int64_t compiled = 0;
  Runner counting = [&](const Command& command) {
    MeteredRun run = run_metered(command);
    if (text_of(command.log).find("Building CXX") != std::string::npos) ++compiled;
    return run;
  };
  measure(have_all, counting);
  EXPECT_EQ(compiled, 0);
}

TEST_F(Cost, AResumedMeasurementTakesOnlyWhatIsMissing) {
  measure(have_all_but(Scenario::edit));
  EXPECT_THAT(names_of(samples), ElementsAre("1 none edit"));
  EXPECT_EQ(samples[0].edges, 3);
}

TEST_F(Cost, AResumedMeasurementThatLacksNothingStillHasALibrary) {
  EXPECT_THROW(built_library(plan, "none"), Failure);
  measure(have_all);
  EXPECT_TRUE(samples.empty());
  EXPECT_TRUE(fs::exists(built_library(plan, "none")));
}

TEST_F(Cost, AnInterruptedEditIsUndoneAndCanBeResumed) {
  Runner interrupting = [&](const Command& command) {
    if (command.log.string().ends_with("edit-1.log")) ::kill(::getpid(), SIGTERM);
    return run_metered(command);
  };
  EXPECT_THROW(measure(have_all_but(Scenario::edit), interrupting), Interrupted);
  EXPECT_TRUE(samples.empty());
  EXPECT_EQ(text_of(source_copy_in(plan.work) / "leaf.cc"), project.read("leaf.cc"));
  measure(have_all_but(Scenario::edit));
  EXPECT_EQ(samples.back().edges, 3);
}

TEST_F(Cost, AChangedProjectIsCopiedAnewOnResume) {
  measure(have_all);
  uint64_t before = fingerprint_of_file(built_library(plan, "none"));
  project.write("leaf.cc", "int leaf(int x) { return x * 5; }\n");
  measure(have_all);
  EXPECT_NE(fingerprint_of_file(built_library(plan, "none")), before);
}

TEST_F(Cost, FurtherTargetsAreBuiltBesides) {
  measure(have_all);
  EXPECT_FALSE(fs::exists(build_folder(plan, "none") / "host"));
  build_targets(plan, "none", {"host"});
  EXPECT_TRUE(fs::exists(build_folder(plan, "none") / "host"));
  EXPECT_THROW(build_targets(plan, "none", {"no_such_target"}), Failure);
}

TEST_F(Cost, AFailingBuildIsUnknownAndTheOtherPresetsGoOn) {
  plan.presets = {"other", "none"};
  project.write("leaf.cc",
                "#ifdef BROKEN\nint leaf(int x) { return y; }\n#else\nint leaf_(int);\n#endif\n"
                "int leaf2(int x) { return x; }\nint leaf(int);\n");
  project.write("entry.cc", "int leaf2(int);\nint entry(int x) { return leaf2(x); }\n");
  plan.edit_function = "leaf2";
  measure(have_all_but(Scenario::clean, Scenario::edit));
  EXPECT_THAT(reason(Scenario::clean),
              AllOf(HasSubstr("leaf.cc:2:"), HasSubstr("error: use of undeclared identifier"),
                    HasSubstr("other-clean-1.log")));
  EXPECT_EQ(reason(Scenario::edit), reason(Scenario::clean));
  EXPECT_THROW(built_library(plan, "other"), Failure);
  ASSERT_EQ(samples.size(), 4u);
  EXPECT_TRUE(samples[2].wall_seconds.has_value());
  EXPECT_TRUE(samples[3].wall_seconds.has_value());
}

TEST_F(Cost, AConfigureThatFailsIsUnknownWithCMakesReason) {
  add_to_cmake("message(FATAL_ERROR \"not on a Monday\")\n");
  measure(have_all_but(Scenario::clean, Scenario::no_op));
  EXPECT_THAT(reason(Scenario::clean),
              AllOf(HasSubstr("configuring failed: CMake Error at CMakeLists.txt:"),
                    HasSubstr("not on a Monday")));
  EXPECT_THAT(reason(Scenario::no_op), HasSubstr("not on a Monday"));
}

TEST_F(Cost, AKilledCompilerHasNoFiguresAndIsLikelyMemory) {
  project.write("killed-compiler",
                std::string("#!/bin/sh\ncase \"$*\" in *leaf.cc*) kill -9 $$;; esac\nexec ") +
                    LTOSCOPE_TEST_CXX + " \"$@\"\n");
  fs::permissions(project / "killed-compiler", fs::perms::owner_all);
  write_presets("\"CMAKE_CXX_COMPILER\": \"" + (project / "killed-compiler").string() + "\"");
  plan.presets = {"other"};
  measure(have_all_but(Scenario::clean));
  EXPECT_THAT(reason(Scenario::clean),
              HasSubstr("killed, likely memory: FAILED: CMakeFiles/core.dir/leaf.cc.o"));
}

TEST_F(Cost, AFullDiskEndsEverything) {
  Runner full = [&](const Command& command) {
    MeteredRun run = run_metered(command);
    if (!command.log.string().ends_with("clean-1.log")) return run;
    write_file_whole(
        command.log,
        "FAILED: x.o\nfatal error: error in backend: IO failure: No space left on device\n");
    run.exit_code = 1;
    return run;
  };
  EXPECT_THAT(failure_message(full), HasSubstr("the disk is full"));
  EXPECT_TRUE(samples.empty());
}

TEST_F(Cost, ARuleThatIsAlwaysOutOfDateMakesEverythingUnknown) {
  add_to_cmake("add_custom_target(tick COMMAND true)\nadd_dependencies(small tick)\n");
  measure();
  EXPECT_THAT(reason(Scenario::clean), HasSubstr("work remains after the build: "));
  for (Scenario scenario : {Scenario::no_op, Scenario::touch, Scenario::edit}) {
    EXPECT_THAT(reason(scenario), AllOf(HasSubstr("never becomes up to date"), HasSubstr("tick")));
  }
}

TEST_F(Cost, ASourceFromTheFutureMakesEverythingUnknown) {
  timespec times[2] = {{::time(nullptr) + 3600, 0}, {::time(nullptr) + 3600, 0}};
  ::utimensat(AT_FDCWD, (project / "leaf.cc").c_str(), times, 0);
  measure(have_all_but(Scenario::clean, Scenario::touch));
  EXPECT_THAT(reason(Scenario::clean), AllOf(HasSubstr("work remains"), HasSubstr("leaf.cc")));
  EXPECT_THAT(reason(Scenario::touch), HasSubstr("older than most recent input"));
}

TEST_F(Cost, ATouchedFileThatIsNotCompiledProvesNothing) {
  project.write("notes.txt", "x");
  plan.touch = "notes.txt";
  measure(have_all_but(Scenario::touch, Scenario::edit));
  EXPECT_THAT(reason(Scenario::touch),
              HasSubstr("notes.txt is not compiled by a command of its own"));
  EXPECT_EQ(reason(Scenario::edit), "");
}

TEST_F(Cost, ATouchedFileOfAnotherTargetProvesNothing) {
  plan.touch = "host.cc";
  measure(have_all_but(Scenario::touch));
  EXPECT_THAT(reason(Scenario::touch),
              HasSubstr("host.cc is not compiled by a command of its own for small"));
}

TEST_F(Cost, AnEditThatChangesNoObjectIsUnknown) {
  project.write(
      "leaf.cc",
      "static inline int unused(int x) { return x; }\nint leaf(int x) { return x * 3; }\n");
  plan.edit_function = "unused";
  measure(have_all_but(Scenario::touch, Scenario::edit));
  EXPECT_THAT(reason(Scenario::edit),
              HasSubstr("the edit of unused changed no byte of CMakeFiles/core.dir/leaf.cc.o"));
  EXPECT_EQ(reason(Scenario::touch), "");
}

TEST_F(Cost, ATouchThatDoesNotReachTheLibraryIsUnknown) {
  // Built for the target, but not linked into it.
  add_to_cmake("add_library(aside OBJECT aside.cc)\nadd_dependencies(small aside)\n");
  project.write("aside.cc", "int aside() { return 1; }\n");
  plan.touch = "aside.cc";
  measure(have_all_but(Scenario::touch));
  EXPECT_THAT(reason(Scenario::touch), HasSubstr("libsmall.so was not linked again"));
}

TEST_F(Cost, ALibraryThatNoCommandMakesIsUnknown) {
  plan.library = "CMakeCache.txt";
  measure(have_all_but(Scenario::clean));
  EXPECT_THAT(reason(Scenario::clean), HasSubstr("no command of the build makes CMakeCache.txt"));
  plan.library = "libmissing.so";
  samples.clear();
  measure(have_all_but(Scenario::clean, Scenario::touch));
  EXPECT_THAT(reason(Scenario::touch), HasSubstr("the build made no "));
  EXPECT_THAT(reason(Scenario::clean), HasSubstr("the build made no "));
}

TEST_F(Cost, AVersionedLibraryIsFollowedThroughItsLinks) {
  add_to_cmake("set_target_properties(small PROPERTIES VERSION 1.2 SOVERSION 1)\n");
  measure(have_all_but(Scenario::touch));
  EXPECT_EQ(reason(Scenario::touch), "");
  EXPECT_GT(sample(Scenario::touch).library_bytes.value(), 1000);
}

TEST_F(Cost, ScenariosWithoutASourceAreUnknown) {
  plan.touch = plan.edit_file = plan.edit_function = "";
  measure(have_all_but(Scenario::no_op, Scenario::touch));
  EXPECT_EQ(reason(Scenario::touch), "no source to touch is named");
  EXPECT_EQ(reason(Scenario::no_op), "");
}

TEST_F(Cost, ALauncherIsRefusedUnlessAllowed) {
  write_presets("\"CMAKE_CXX_COMPILER_LAUNCHER\": \"env\"");
  plan.presets = {"other"};
  EXPECT_THAT(failure_message(),
              AllOf(HasSubstr("preset \"other\""), HasSubstr("CMAKE_CXX_COMPILER_LAUNCHER is env"),
                    HasSubstr("--allow-cache")));
  EXPECT_TRUE(samples.empty());
  plan.allow_cache = true;
  measure(have_all_but(Scenario::clean));
  EXPECT_THAT(sample(Scenario::clean).notes,
              testing::Contains(HasSubstr("CMAKE_CXX_COMPILER_LAUNCHER is env")));
}

TEST_F(Cost, ACompilerThatHandsItsWorkToAnotherProcessHasNoCpuTime) {
  project.write("handing", std::string("#!/bin/sh\ncase \"$*\" in *leaf.cc*) setsid sleep 300 "
                                       "</dev/null >/dev/null 2>&1 & ;; esac\n"
                                       "exec ") +
                               LTOSCOPE_TEST_CXX + " \"$@\"\n");
  fs::permissions(project / "handing", fs::perms::owner_all);
  write_presets("\"CMAKE_CXX_COMPILER\": \"" + (project / "handing").string() + "\"");
  plan.presets = {"other"};
  measure(have_all_but(Scenario::clean));
  EXPECT_TRUE(sample(Scenario::clean).wall_seconds.has_value());
  EXPECT_FALSE(sample(Scenario::clean).user_seconds.has_value());
  EXPECT_THAT(sample(Scenario::clean).unknown.at(0).reason, HasSubstr("left processes running"));
}

TEST_F(Cost, AThinLtoCacheOutsideTheBuildFolderIsNotCalledCold) {
  add_to_cmake("target_link_options(small PRIVATE -Wl,--thinlto-cache-dir=" +
               (project / "elsewhere").string() + ")\n");
  plan.presets = {"thin"};
  measure(have_all_but(Scenario::clean));
  EXPECT_EQ(sample(Scenario::clean).cache, "unknown");
}

TEST_F(Cost, APlanThatCannotBeCarriedOutIsRefusedFirst) {
  auto message_with = [&](const std::function<void(CostPlan&)>& change) {
    CostPlan good = plan;
    change(plan);
    std::string message = failure_message([](const Command& command) {
      EXPECT_THAT(command.log.string(),
                  testing::EndsWith("-presets.log"));  // nothing else may have been run
      return run_metered(command);
    });
    plan = good;
    return message;
  };
  EXPECT_THAT(message_with([](CostPlan& p) { p.presets = {"none", "nope"}; }),
              HasSubstr("CMakePresets.json: found no configure preset \"nope\", expected one of "
                        "none, thin, other"));
  EXPECT_THAT(message_with([](CostPlan& p) { p.edit_function = "nope"; }),
              HasSubstr("leaf.cc: found no definition of function \"nope\""));
  EXPECT_THAT(message_with([](CostPlan& p) { p.touch = "nope.cc"; }),
              HasSubstr("nope.cc: found no such file"));
  EXPECT_THAT(message_with([](CostPlan& p) { p.touch = "../x.cc"; }),
              HasSubstr("found the path ../x.cc"));
  EXPECT_THAT(message_with([](CostPlan& p) { p.presets = {}; }),
              HasSubstr("found no preset to build"));
  EXPECT_THAT(message_with([](CostPlan& p) { p.project = "/no/such"; }),
              HasSubstr("/no/such: found no such folder"));
}

TEST_F(Cost, ALinkThatLeavesTheProjectIsNotEdited) {
  TemporaryProject outside;
  outside.write("leaf.cc", "int leaf(int x) { return x * 3; }\n");
  fs::remove(project / "leaf.cc");
  fs::create_symlink(outside / "leaf.cc", project / "leaf.cc");
  EXPECT_THAT(failure_message(), HasSubstr("leaf.cc: found a link that leaves the project"));
}

TEST_F(Cost, AnotherGeneratorIsRefused) {
  write_presets("", "Ninja Multi-Config");
  EXPECT_THAT(failure_message(),
              HasSubstr("found the generator \"Ninja Multi-Config\", expected \"Ninja\""));
}

TEST_F(Cost, ABuildThatRanCommandsWithoutNeedIsNoNoOp) {
  Runner restless = [&](const Command& command) {
    MeteredRun run = run_metered(command);
    fs::path log = command.folder / ".ninja_log";
    if (command.log.string().ends_with("no_op-1.log")) {
      std::ofstream(log, std::ios::app) << "0\t1\t2\tsomething\tb15ac07e03d2b240\n";
    }
    return run;
  };
  measure(have_all_but(Scenario::no_op), restless);
  EXPECT_EQ(reason(Scenario::no_op), "1 commands ran although nothing was out of date");
}

TEST_F(Cost, FiguresAreThoseOfTheMeterAndOddOnesAreNoted) {
  Runner slow = [&](const Command& command) {
    MeteredRun run = run_metered(command);
    run.wall_seconds = 40;
    run.user_seconds = 2;
    run.system_seconds = 1;
    run.largest_tree_bytes = 12345;
    return run;
  };
  measure(have_all_but(Scenario::clean, Scenario::no_op), slow);
  EXPECT_EQ(sample(Scenario::clean).wall_seconds, 40);
  EXPECT_EQ(sample(Scenario::clean).user_seconds, 2);
  EXPECT_EQ(sample(Scenario::clean).largest_tree_bytes, 12345);
  EXPECT_THAT(sample(Scenario::clean).notes,
              ElementsAre(HasSubstr("CPU time is 8 % of wall time")));
  EXPECT_TRUE(sample(Scenario::no_op).notes.empty());  // nothing ran, so nobody else ran it
}

TEST_F(Cost, ANoOpBuildTooShortForItsMemoryIsRunAgainForThatAlone) {
  int no_op_builds = 0;
  Runner quick = [&](const Command& command) {
    MeteredRun run = run_metered(command);
    bool is_no_op = command.log.string().find("no_op") != std::string::npos;
    if (is_no_op && ++no_op_builds < 3) {
      run.largest_process_bytes = run.largest_tree_bytes = std::nullopt;
    }
    run.wall_seconds = no_op_builds;
    return run;
  };
  measure(have_all_but(Scenario::no_op, Scenario::touch), quick);
  EXPECT_GE(no_op_builds, 3);  // more when the real ones were too short as well
  EXPECT_EQ(sample(Scenario::no_op).wall_seconds, 1);
  EXPECT_TRUE(sample(Scenario::no_op).unknown.empty());
  EXPECT_GT(sample(Scenario::no_op).largest_tree_bytes, 0);
}

TEST_F(Cost, ATargetThatDoesNotExistIsNamed) {
  plan.target = "nope";
  measure();
  EXPECT_THAT(reason(Scenario::clean), HasSubstr("unknown target 'nope'"));
}

}  // namespace
}  // namespace ltoscope::buildcost
