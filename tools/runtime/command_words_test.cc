#include "runtime/command_words.h"

#include <gtest/gtest.h>

#include "command/failure.h"

namespace ltoscope::runtime {
namespace {

using Words = std::vector<std::string>;

TEST(CommandWords, BlanksSeparateAndQuotesKeepThem) {
  EXPECT_EQ(split_words(R"(  host  '{library}' "two words" a\ b "" )"),
            (Words{"host", "{library}", "two words", "a b", ""}));
}

TEST(CommandWords, AnOpenQuoteOrAnEmptyLineIsBadInput) {
  EXPECT_THROW(split_words("host 'open"), Failure);
  EXPECT_THROW(split_words("  "), Failure);
}

TEST(CommandWords, PlaceholdersAreFilledOnceAndUnknownOnesStay) {
  EXPECT_EQ(fill_placeholders({"{build}/bin/host", "--lib={library}", "{other}", "{"},
                              {{"build", "/b"}, {"library", "/{build}/l.so"}}),
            (Words{"/b/bin/host", "--lib=/{build}/l.so", "{other}", "{"}));
}

TEST(CommandWords, ACommandMustNameTheLibrary) {
  EXPECT_THROW(require_library_placeholder({"host", "engine.so"}), Failure);
  EXPECT_NO_THROW(require_library_placeholder({"host", "--lib={library}"}));
}

}  // namespace
}  // namespace ltoscope::runtime
