// What names stand for.
#include "audit/watch_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command/failure.h"
#include "elf/fixture.h"

namespace ltoscope::audit {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(WatchList, TheUsualOneKnowsEveryFormOfTheOperators) {
  WatchList usual = WatchList::usual();
  EXPECT_THAT(usual.names(),
              ElementsAre("malloc", "free", "__tls_get_addr", "operator new", "operator delete"));
  EXPECT_EQ(usual.named("free"), callee_set(1));
  EXPECT_EQ(usual.named("_ZnamSt11align_val_tRKSt9nothrow_t"), callee_set(3));
  EXPECT_EQ(usual.named("_ZdlPvm"), callee_set(4));
  EXPECT_EQ(usual.named("_ZnwmPv"), 0u);  // placement
  EXPECT_EQ(usual.named("xmalloc"), 0u);
}

TEST(WatchList, AGlobIsOneCalleeAndASymbolMayBeSeveral) {
  WatchList list = WatchList::of({"je_*", "je_free", "operator new"});
  EXPECT_EQ(list.named("je_malloc"), callee_set(0));
  EXPECT_EQ(list.named("je_free"), callee_set(0) | callee_set(1));
  EXPECT_EQ(list.named("_Znwm"), callee_set(2));
  EXPECT_EQ(list.named("free"), 0u);
}

TEST(WatchList, RefusesWhatIsTwiceOrNothingOrTooMuch) {
  EXPECT_THAT(elf::failure_of([] { WatchList::of({"free", "free"}); }), HasSubstr("free twice"));
  EXPECT_THAT(elf::failure_of([] { WatchList::of({""}); }), HasSubstr("found nothing"));
  std::vector<std::string> many;
  for (int number = 0; number < 64; ++number) many.push_back(std::to_string(number));
  EXPECT_THAT(elf::failure_of([&] { WatchList::of(many); }), HasSubstr("at most 63"));
}

}  // namespace
}  // namespace ltoscope::audit
