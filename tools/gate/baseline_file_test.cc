// Writing, reading and ratcheting of baselines.
#include "gate/baseline_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "elf/fixture.h"

namespace ltoscope::gate {
namespace {

using audit::number_figure;
using audit::text_figure;
using audit::unknown_figure;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(BaselineFile, EachFigureHasALineAndComesBack) {
  Baseline baseline;
  baseline.files["x.so"] = {{"calls.malloc", number_figure(12)},
                            {"properties.relro", text_figure("full")},
                            {"size.text", unknown_figure("no sections")}};
  std::string text = baseline_text(baseline);
  EXPECT_THAT(text, HasSubstr("\n      \"calls.malloc\": 12,\n      \"properties.relro\""));
  Baseline read = parse_baseline(text, "b.json");
  EXPECT_EQ(read.files, baseline.files);
  EXPECT_EQ(baseline_text(read), text);
}

TEST(BaselineFile, AnythingElseIsRefused) {
  auto refusal = [](const std::string& text) {
    return elf::failure_of([&] { parse_baseline(text, "b.json"); });
  };
  EXPECT_THAT(refusal("[]"), HasSubstr("b.json: found no JSON object"));
  EXPECT_THAT(refusal("{\"schema_version\": 1}"), HasSubstr("another kind"));
  EXPECT_THAT(refusal("{\"kind\": \"baseline\", \"schema_version\": 9}"),
              HasSubstr("found schema_version 9, expected 1"));
  std::string start = "{\"kind\": \"baseline\", \"schema_version\": 1, \"files\": ";
  EXPECT_THAT(refusal(start + "{}}"), HasSubstr("no \"files\""));
  EXPECT_THAT(refusal(start + "{\"x.so\": {\"calls.free\": 1.5}}}"),
              HasSubstr("b.json: x.so: calls.free: found 1.5"));
}

TEST(Ratchet, TakesWhatIsBetterAndKeepsWhatIsWorse) {
  Baseline old;
  old.files["x.so"] = {
      {"calls.malloc", number_figure(10)},           {"calls.free", number_figure(10)},
      {"properties.page_size", number_figure(4096)}, {"properties.relro", text_figure("full")},
      {"properties.linker", text_figure("LLD 18")},  {"size.text", number_figure(5)}};
  old.files["other.so"] = {{"calls.free", number_figure(1)}};
  Baseline found;
  found.files["x.so"] = {{"calls.malloc", number_figure(8)},
                         {"calls.free", number_figure(11)},
                         {"properties.page_size", number_figure(65536)},
                         {"properties.relro", text_figure("none")},
                         {"properties.linker", text_figure("LLD 19")},
                         {"size.text", unknown_figure("lost")},
                         {"needed.count", number_figure(2)}};
  Ratchet result = ratchet(old, found);
  const FiguresByName& kept = result.baseline.files["x.so"];
  EXPECT_EQ(kept.at("calls.malloc"), number_figure(8));
  EXPECT_EQ(kept.at("calls.free"), number_figure(10));
  EXPECT_EQ(kept.at("properties.page_size"), number_figure(65536));
  EXPECT_EQ(kept.at("properties.relro"), text_figure("full"));
  EXPECT_EQ(kept.at("properties.linker"), text_figure("LLD 19")) << "neither better nor worse";
  EXPECT_EQ(kept.at("size.text"), number_figure(5)) << "unknown is not better";
  EXPECT_EQ(result.baseline.files.count("other.so"), 1u);
  EXPECT_THAT(result.appeared, ElementsAre("x.so: needed.count 2"));
  EXPECT_EQ(result.worse.size(), 3u);
}

}  // namespace
}  // namespace ltoscope::gate
