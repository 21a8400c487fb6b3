#include "report/table.h"

#include <gtest/gtest.h>

namespace ltoscope::report {
namespace {

TEST(Table, TextAlignsTheFirstColumnLeftAndTheOthersRight) {
  Table table{"Cost", {"", "no-lto"}, {{"clean", "6:10"}, {"µ", "1"}}, {"a note"}};
  EXPECT_EQ(as_text(table),
            "Cost\n"
            "       no-lto\n"
            "-----  ------\n"
            "clean    6:10\n"
            "µ           1\n"
            "  a note\n");
}

TEST(Table, MarkdownEscapesTheColumnSign) {
  Table table{"T", {"a|b", "n"}, {{"x", "1"}}, {"note"}};
  EXPECT_EQ(as_markdown(table),
            "**T**\n\n"
            "| a\\|b | n |\n"
            "| --- | ---: |\n"
            "| x | 1 |\n"
            "\n"
            "- note\n");
}

TEST(Table, CsvQuotesWhatWouldEndACell) {
  Table table{"left out", {"a", "b"}, {{"1,5", "say \"x\""}, {"plain", "two\nlines"}}, {"note"}};
  EXPECT_EQ(as_csv(table),
            "a,b\r\n"
            "\"1,5\",\"say \"\"x\"\"\"\r\n"
            "plain,\"two\nlines\"\r\n");
}

TEST(Table, HtmlEscapesSignsAndMarksStates) {
  Table table{"T", {"a"}, {{"x<int>&"}, {"broken"}}, {"\"n\""}};
  std::string html = as_html(table);
  EXPECT_NE(html.find("<td>x&lt;int&gt;&amp;</td>"), html.npos);
  EXPECT_NE(html.find("<td class=\"broken\">broken</td>"), html.npos);
  EXPECT_NE(html.find("<li>&quot;n&quot;</li>"), html.npos);
}

TEST(Table, HtmlAlignsTextAsText) {
  Table table{"",
              {"a", "words", "numbers"},
              {{"x", "linked", "unknown"}, {"y", "3", "+1,000"}, {"z", "no", "two compilers"}},
              {}};
  std::string html = as_html(table);
  EXPECT_NE(html.find("<th class=\"text\">words</th><th>numbers</th>"), html.npos);
  EXPECT_NE(html.find("<td class=\"text\">3</td><td>+1,000</td>"), html.npos);
  EXPECT_NE(html.find("<td>x</td><td class=\"text\">linked</td><td>unknown</td>"), html.npos);
  EXPECT_NE(html.find("<td class=\"text\">two compilers</td>"), html.npos);
}

TEST(Cells, SecondsHaveThreeSignificantDigits) {
  EXPECT_EQ(seconds_cell(0), "0 s");
  EXPECT_EQ(seconds_cell(0.04213), "0.0421 s");
  EXPECT_EQ(seconds_cell(1.2345), "1.23 s");
  EXPECT_EQ(seconds_cell(12.345), "12.3 s");
  EXPECT_EQ(seconds_cell(2404), "2404 s");
}

TEST(Cells, BytesTakeTheLargestFittingUnit) {
  EXPECT_EQ(bytes_cell(1023), "1023 B");
  EXPECT_EQ(bytes_cell(7945689498), "7.40 GiB");
  EXPECT_EQ(bytes_cell(133 << 20), "133 MiB");
}

TEST(Cells, CountsHaveThousandsSeparators) {
  EXPECT_EQ(count_cell(7), "7");
  EXPECT_EQ(count_cell(999), "999");
  EXPECT_EQ(count_cell(51242), "51,242");
  EXPECT_EQ(count_cell(-1234567), "-1,234,567");
  EXPECT_EQ(count_cell(-123), "-123");
}

TEST(Cells, ChangeAgainstZeroIsUnknown) {
  EXPECT_EQ(change_cell(4.44, 4.53), "+2.0 %");
  EXPECT_EQ(change_cell(100, 90), "-10.0 %");
  EXPECT_EQ(change_cell(0, 5), "unknown");
}

}  // namespace
}  // namespace ltoscope::report
