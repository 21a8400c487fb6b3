#include "runtime/host_output.h"

#include <gtest/gtest.h>

namespace ltoscope::runtime {
namespace {

TEST(HostOutput, SamplesAndInformationAreKeptApart) {
  std::expected<HostOutput, std::string> output =
      parse_host_output(R"({"library":"/lib/a.so","lto":"none"})"
                        "\n"
                        R"({"query":"Q1","iteration":1,"nanoseconds":123,"result_hash":"aa"})"
                        "\n\n"
                        R"({"query":"Q1","iteration":2,"nanoseconds":124,"result_hash":"aa"})");
  ASSERT_TRUE(output);
  ASSERT_EQ(output->samples.size(), 2u);
  EXPECT_EQ(output->samples[1].nanoseconds, 124);
  ASSERT_EQ(output->information.size(), 1u);
  EXPECT_EQ(output->information[0]["lto"], "none");
}

TEST(HostOutput, GarbageNamesTheLineAndIsNotSkipped) {
  std::expected<HostOutput, std::string> output =
      parse_host_output(R"({"query":"Q1","iteration":1,"nanoseconds":123,"result_hash":"aa"})"
                        "\nloading...\n");
  ASSERT_FALSE(output);
  EXPECT_EQ(output.error(), "line 2 of its output is \"loading...\", expected a JSON object");
}

TEST(HostOutput, NoSampleIsAFault) {
  EXPECT_EQ(parse_host_output("").error(), "it printed no sample");
  EXPECT_EQ(parse_host_output(R"({"library":"x"})").error(), "it printed no sample");
}

TEST(HostOutput, FieldsOfTheWrongKindAreFaults) {
  for (const char* line : {R"({"query":1,"iteration":1,"nanoseconds":1,"result_hash":"a"})",
                           R"({"query":"Q1","iteration":0,"nanoseconds":1,"result_hash":"a"})",
                           R"({"query":"Q1","iteration":1,"nanoseconds":0,"result_hash":"a"})",
                           R"({"query":"Q1","iteration":1,"nanoseconds":1.5,"result_hash":"a"})",
                           R"({"query":"Q1","iteration":1,"nanoseconds":1,"result_hash":""})",
                           R"({"query":"Q1","iteration":1,"nanoseconds":1})"}) {
    std::expected<HostOutput, std::string> output = parse_host_output(line);
    ASSERT_FALSE(output) << line;
    EXPECT_NE(output.error().find("line 1"), std::string::npos);
  }
}

TEST(HostOutput, TheSameIterationTwiceIsAFault) {
  std::string line = R"({"query":"Q1","iteration":1,"nanoseconds":1,"result_hash":"a"})"
                     "\n";
  EXPECT_EQ(parse_host_output(line + line).error(),
            "line 2 of its output gives iteration 1 of Q1 again");
}

}  // namespace
}  // namespace ltoscope::runtime
