// The canonical form of values of each meaning.
#include "columns/canonical_text.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "columns/date.h"

namespace engine::columns {
namespace {

TEST(CanonicalText, IntegersAndDecimalsDifferByTheirScale) {
  Column count(integer(Storage::int64), 1);
  count.writable_values<int64_t>()[0] = 1'478'493;
  EXPECT_EQ(canonical_text(count, 0), "1478493");
  Column sum(decimal(Storage::int128, 4), 1);
  sum.writable_values<Int128>()[0] = 537'582'571'348'650;
  EXPECT_EQ(canonical_text(sum, 0), "53758257134.87");
}

TEST(CanonicalText, DatesPrintAsDates) {
  Column dates(date_type(), 2);
  dates.writable_values<int32_t>()[0] = date(1995, 6, 17);
  dates.writable_values<int32_t>()[1] = date(1992, 1, 1);
  EXPECT_EQ(canonical_text(dates, 0), "1995-06-17");
  EXPECT_EQ(canonical_text(dates, 1), "1992-01-01");
}

TEST(CanonicalText, TextsPrintAsThemselves) {
  Column texts(text_type(), 2);
  texts.writable_values<StringValue>()[0] = StringValue("short");
  texts.writable_values<StringValue>()[1] = StringValue("longer than what is inline");
  EXPECT_EQ(canonical_text(texts, 0), "short");
  EXPECT_EQ(canonical_text(texts, 1), "longer than what is inline");
}

TEST(CanonicalText, WordsPrintAsThemselvesForEitherCodeWidth) {
  auto dictionary =
      std::make_shared<const Dictionary>(std::vector<std::string>{"NONE", "TAKE BACK RETURN"});
  Column narrow(words(Storage::uint8, dictionary), 1);
  narrow.writable_values<uint8_t>()[0] = 1;
  EXPECT_EQ(canonical_text(narrow, 0), "TAKE BACK RETURN");
  Column wide(words(Storage::int32, dictionary), 1);
  wide.writable_values<int32_t>()[0] = 0;
  EXPECT_EQ(canonical_text(wide, 0), "NONE");
}

}  // namespace
}  // namespace engine::columns
