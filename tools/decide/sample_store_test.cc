#include "decide/sample_store.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <fstream>
#include <sstream>

#include "command/failure.h"

namespace ltoscope::decide {
namespace {

using nlohmann::json;

class SampleStoreFile : public testing::Test {
 protected:
  SampleStoreFile() {
    std::string pattern = testing::TempDir() + "store-XXXXXX";
    folder_ = ::mkdtemp(pattern.data());
    file_ = folder_ / "samples.jsonl";
  }
  ~SampleStoreFile() override { std::filesystem::remove_all(folder_); }

  std::string text() const {
    std::ostringstream all;
    all << std::ifstream(file_).rdbuf();
    return all.str();
  }
  void add_text(const std::string& more) const { std::ofstream(file_, std::ios::app) << more; }

  std::filesystem::path folder_, file_;
  json identity_ = {{"sources", "aa"}, {"compiler", "clang 19"}};
};

TEST_F(SampleStoreFile, WhatWasAppendedIsThereWhenOpenedAgain) {
  {
    SampleStore store(file_, identity_);
    EXPECT_TRUE(store.samples().empty());
    store.append({{{"kind", "cost"}, {"round", 1}}});
    EXPECT_NE(text().find(R"("round":1)"), std::string::npos)
        << "not on the disk when append returned";
    store.append({{{"kind", "run"}, {"iteration", 1}}, {{"kind", "run"}, {"iteration", 2}}});
  }
  SampleStore store(file_, identity_);
  ASSERT_EQ(store.samples().size(), 3u);
  EXPECT_EQ(store.samples()[2], (json{{"kind", "run"}, {"iteration", 2}}));
  EXPECT_TRUE(store.notes().empty());
}

TEST_F(SampleStoreFile, ATornLastLineIsDroppedAndSaid) {
  {
    SampleStore(file_, identity_).append({{{"round", 1}}});
  }
  std::string whole = text();
  add_text(R"({"round":2,"wall_sec)");
  SampleStore store(file_, identity_);
  EXPECT_EQ(store.samples().size(), 1u);
  ASSERT_EQ(store.notes().size(), 1u);
  EXPECT_NE(store.notes()[0].find("dropped an unfinished last write of 20 bytes"),
            std::string::npos);
  EXPECT_EQ(text(), whole);
  store.append({{{"round", 2}}});
  EXPECT_EQ(text(), whole + "{\"round\":2}\n");
}

TEST_F(SampleStoreFile, ABatchThatWasCutBetweenLinesIsDroppedWhole) {
  {
    SampleStore(file_, identity_)
        .append({{{"iteration", 1}}, {{"iteration", 2}}, {{"iteration", 3}}});
  }
  std::string whole = text();
  std::filesystem::resize_file(file_, whole.rfind('\n', whole.size() - 2) + 1);
  SampleStore store(file_, identity_);
  EXPECT_TRUE(store.samples().empty());
  EXPECT_EQ(store.notes().size(), 1u);
}

TEST_F(SampleStoreFile, ATornHeaderBeginsAnew) {
  add_text(R"({"kind":"stu)");
  SampleStore store(file_, identity_);
  EXPECT_EQ(store.notes().size(), 1u);
  store.append({{{"round", 1}}});
  EXPECT_EQ(store.samples().size(), 1u);
}

TEST_F(SampleStoreFile, AnotherIdentityMovesTheOldSamplesAsideAndSaysWhy) {
  {
    SampleStore(file_, identity_).append({{{"round", 1}}});
  }
  identity_["sources"] = "bb";
  SampleStore store(file_, identity_);
  EXPECT_TRUE(store.samples().empty());
  ASSERT_EQ(store.notes().size(), 1u);
  EXPECT_EQ(store.notes()[0], "earlier samples moved to " + (folder_ / "samples-1.jsonl").string() +
                                  ": they are of another study (sources changed)");
  EXPECT_TRUE(std::filesystem::exists(folder_ / "samples-1.jsonl"));
}

TEST_F(SampleStoreFile, AMalformedLineInTheMiddleIsNotGuessedAt) {
  {
    SampleStore(file_, identity_).append({{{"round", 1}}});
  }
  add_text("garbage\n{\"round\":2}\n");
  try {
    SampleStore store(file_, identity_);
    FAIL();
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.code(), ExitCode::bad_input);
    EXPECT_NE(std::string(failure.what()).find("line 3 is not a JSON object"), std::string::npos);
  }
}

TEST_F(SampleStoreFile, OnlyOneStudyWritesAFileAtATime) {
  SampleStore first(file_, identity_);
  EXPECT_THROW(SampleStore(file_, identity_), Failure);
}

TEST_F(SampleStoreFile, AFullDiskLeavesTheFileAsItWas) {
  SampleStore store(file_, identity_);
  std::string before = text();
  rlimit limit_before{};
  ::getrlimit(RLIMIT_FSIZE, &limit_before);
  ::signal(SIGXFSZ, SIG_IGN);
  rlimit limit = limit_before;
  limit.rlim_cur = before.size() + 10;
  ::setrlimit(RLIMIT_FSIZE, &limit);
  EXPECT_THROW(store.append({{{"reason", std::string(100, 'x')}}}), Failure);
  ::setrlimit(RLIMIT_FSIZE, &limit_before);
  ::signal(SIGXFSZ, SIG_DFL);
  EXPECT_EQ(text(), before);
  EXPECT_TRUE(store.samples().empty());
}

}  // namespace
}  // namespace ltoscope::decide
