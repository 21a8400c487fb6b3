// The verb from its command line to its result, over a project of one C++ file.
#include "buildcost/cost_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "buildcost/temporary_project.h"

namespace ltoscope::buildcost {
namespace {

class CostCommand : public testing::Test {
 protected:
  CostCommand() {
    project.write("CMakeLists.txt",
                  "cmake_minimum_required(VERSION 3.25)\nproject(small CXX)\nadd_library(small "
                  "SHARED leaf.cc)\n");
    project.write("leaf.cc", "namespace n { int leaf(int x) { return x * 3; } }\n");
    project.write("CMakePresets.json",
                  std::string("{\"version\": 6, \"configurePresets\": [{\"name\": \"plain\", "
                              "\"generator\": \"Ninja\", "
                              "\"cacheVariables\": {\"CMAKE_CXX_COMPILER_FORCED\": \"1\", "
                              "\"CMAKE_CXX_COMPILER\": \"") +
                      LTOSCOPE_TEST_CXX + "\"}}]}");
    project.write("ltoscope.toml",
                  "target = \"small\"\nlibrary = \"libsmall.so\"\npresets = "
                  "[\"plain\"]\n[cost]\ntouch = \"leaf.cc\"\n");
  }

  ExitCode run(std::vector<std::string> arguments) {
    ExitCode exit_code = ExitCode::fine;
    CLI::App app;
    add_cost_command(app, exit_code);
    arguments.insert(arguments.begin(),
                     {"cost", "-q", "--project", project.folder().string(), "--rounds", "1"});
    std::reverse(arguments.begin(), arguments.end());  // as CLI11 takes them
    app.parse(arguments);
    return exit_code;
  }

  TemporaryProject project;
};

TEST_F(CostCommand, TheResultIsWholeAndSaysWhatItWasTakenWith) {
  std::string result = (project / "result.json").string();
  EXPECT_EQ(run({"-f", "json", "-o", result, "--edit", "leaf.cc:n::leaf"}), ExitCode::fine);
  nlohmann::json json = nlohmann::json::parse(project.read("result.json"));
  EXPECT_EQ(json.at("schema_version"), 1);
  EXPECT_EQ(json.at("complete"), true);
  EXPECT_TRUE(json.at("unknown").empty());
  EXPECT_EQ(json.at("samples").size(), 4u);
  EXPECT_EQ(json.at("samples")[3].at("scenario"), "edit");
  EXPECT_EQ(json.at("project").at("edit_function"), "n::leaf");
  EXPECT_TRUE(json.at("machine").contains("cpu_model"));
  EXPECT_TRUE(json.at("toolchains").at("plain").at("compilers").contains("CXX"));
}

TEST_F(CostCommand, WhatIsUnknownMakesItIncomplete) {
  std::string result = (project / "result.json").string();
  EXPECT_EQ(run({"-f", "json", "-o", result}), ExitCode::incomplete);
  nlohmann::json json = nlohmann::json::parse(project.read("result.json"));
  EXPECT_EQ(json.at("complete"), false);
  EXPECT_EQ(json.at("unknown").size(), 1u);
  EXPECT_EQ(json.at("unknown")[0].at("metric"), "plain.edit.1.all");
  EXPECT_EQ(json.at("unknown")[0].at("reason"), "no source to edit is named");
}

TEST_F(CostCommand, BadInputIsRefusedAndLeavesNoResult) {
  std::string result = (project / "result.json").string();
  EXPECT_THROW(run({"-o", result, "--edit", "leaf.cc"}), Failure);
  EXPECT_THROW(run({"-o", result, "--preset", "nope"}), Failure);
  EXPECT_THROW(run({"-o", result, "--rounds", "0"}), CLI::ParseError);
  EXPECT_FALSE(std::filesystem::exists(result));
}

}  // namespace
}  // namespace ltoscope::buildcost
