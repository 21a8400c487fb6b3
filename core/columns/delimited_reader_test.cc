// What is read from .tbl and CSV files, and what is refused.
#include "columns/delimited_reader.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "columns/canonical_text.h"
#include "columns/file_error.h"

namespace engine::columns {
namespace {

Schema schema() {
  auto colors = std::make_shared<const Dictionary>(std::vector<std::string>{"green", "red"});
  return {{"key", integer(Storage::int32)},
          {"price", decimal(Storage::int64, 2)},
          {"day", date_type()},
          {"color", words(Storage::uint8, colors)},
          {"note", text_type()}};
}

// A file of this process alone, removed in the end.
class File {
 public:
  explicit File(const std::string& text) { std::ofstream(path_, std::ios::binary) << text; }
  ~File() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_ = std::filesystem::temp_directory_path() /
                      ("delimited_reader_test." + std::to_string(getpid()));
};

// The rows as canonical fields with blanks between; or the message, without the file's folder.
std::string read(const std::string& text, const DelimitedFormat& format) {
  File file(text);
  try {
    Table table = read_delimited(file.path(), format, schema());
    std::string rows;
    for (int64_t row = 0; row < table.row_count; ++row) {
      for (const Column& column : table.columns) rows += canonical_text(column, row) + " ";
      rows.back() = '\n';
    }
    return rows;
  } catch (const FileError& error) {
    std::string message = error.what();
    EXPECT_TRUE(message.starts_with(file.path())) << message;
    EXPECT_FALSE(message.contains('\n')) << message;
    return message.substr(file.path().size());
  }
}

TEST(DelimitedReader, ReadsTblWithAndWithoutALastDelimiter) {
  EXPECT_EQ(
      read("1|12.50|1995-06-17|red|a note, quite long|\n-2|-0.05|1992-01-01|green||\n", tbl_format),
      "1 12.50 1995-06-17 red a note, quite long\n-2 -0.05 1992-01-01 green \n");
  EXPECT_EQ(read("1|17|1995-06-17|red|\"x\"", tbl_format), "1 17.00 1995-06-17 red \"x\"\n");
  EXPECT_EQ(read("", tbl_format), "");
}

TEST(DelimitedReader, ReadsCsvWithQuotesAndAnyLineBreaks) {
  EXPECT_EQ(
      read("1,2.5,1995-06-17,red,plain\r\n\"2\",3,1995-06-18,\"green\",\"a \"\"b\"\",\nc\"\r\n",
           csv_format),
      "1 2.50 1995-06-17 red plain\n2 3.00 1995-06-18 green a \"b\",\nc\n");
  for (const char* header :
       {"key,price,day,color,note\n", "\"key\",\"price\",\"day\",\"color\",\"note\"\r\n"}) {
    EXPECT_EQ(read(header + std::string("1,2,1995-06-17,red,\n"), csv_format),
              "1 2.00 1995-06-17 red \n");
    EXPECT_EQ(read(header, csv_format), "");
  }
  EXPECT_EQ(read("key,price\n", csv_format),
            ":1: column day: found the end of the line, expected a field");
}

TEST(DelimitedReader, NamesTheWrongFieldByLineAndColumn) {
  std::string good = "1|1.00|1995-06-17|red|n|\n";
  auto refused = [&](const std::string& line) {
    return read(good + line + "\n" + good, tbl_format);
  };
  EXPECT_EQ(refused("x|1.00|1995-06-17|red|n|"),
            ":2: column key: found \"x\", expected an integer of 32 bits");
  EXPECT_EQ(refused("2147483648|1.00|1995-06-17|red|n|"),
            ":2: column key: found \"2147483648\", expected an integer of 32 bits");
  EXPECT_EQ(
      refused("1|1.005|1995-06-17|red|n|"),
      ":2: column price: found \"1.005\", expected a number of 64 bits with at most 2 decimals");
  EXPECT_EQ(refused("1|1.00|1995-02-29|red|n|"),
            ":2: column day: found \"1995-02-29\", expected a date YYYY-MM-DD");
  EXPECT_EQ(refused("1|1.00|1995-06-17|blue|n|"),
            ":2: column color: found \"blue\", expected one of \"green\", \"red\"");
  EXPECT_EQ(refused("1|1.00|1995-06-17"),
            ":2: column color: found the end of the line, expected a field");
  EXPECT_EQ(refused(""), ":2: column price: found the end of the line, expected a field");
  EXPECT_EQ(
      refused("1|1.00|1995-06-17|red|n|more|"),
      ":2: column note: found another field behind it, \"more\", expected the end of the line");
}

TEST(DelimitedReader, RefusesNumbersThatAreNone) {
  for (const char* price : {"", "-", ".", "1.", ".5", "1.-5", "--1", "+1", "1e3", " 1", "1,5",
                            "92233720368547758.08", "99999999999999999999"}) {
    std::string said = read("1|" + std::string(price) + "|1995-06-17|red|n|\n", tbl_format);
    EXPECT_TRUE(said.starts_with(":1: column price: found \"" + std::string(price) + '"')) << said;
  }
  EXPECT_EQ(read("1|92233720368547758.07|1995-06-17|red|n|\n", tbl_format),
            "1 92233720368547758.07 1995-06-17 red n\n");
}

TEST(DelimitedReader, RefusesQuotesThatDoNotFit) {
  EXPECT_EQ(read("1,2,1995-06-17,red,\"open\n", csv_format),
            ":1: column note: found \"open\\x0a\", expected a quote that closes the field");
  EXPECT_EQ(
      read("1,2,1995-06-17,\"red\"x,n\n", csv_format),
      ":1: column color: found bytes behind the closing quote of \"red\", expected a delimiter");
  EXPECT_EQ(read("1,2,1995-06-17,r\"ed,n\n", csv_format),
            ":1: column color: found \"r\"ed\", expected quotes around the whole field or none");
}

TEST(DelimitedReader, CountsTheLinesInsideQuotedFields) {
  EXPECT_EQ(read("1,2,1995-06-17,red,\"a\nb\nc\"\nx,2,1995-06-17,red,n\n", csv_format),
            ":4: column key: found \"x\", expected an integer of 32 bits");
}

TEST(DelimitedReader, ReadsRecordsLongerThanItsBuffer) {
  std::string note(3'000'000, 'n');
  std::string line = "1|1.00|1995-06-17|red|" + note + "|\n";
  EXPECT_EQ(read(line + line, tbl_format).size(), 2 * line.size() - 2);
}

TEST(DelimitedReader, SaysWhyAFileCannotBeRead) {
  auto refusal = [](const std::string& path) -> std::string {
    try {
      read_delimited(path, tbl_format, schema());
    } catch (const FileError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal("/nowhere/x.tbl"), "/nowhere/x.tbl: cannot be read: No such file or directory");
  EXPECT_EQ(refusal("/"), "/: cannot be read: it is not a regular file");
}

}  // namespace
}  // namespace engine::columns
