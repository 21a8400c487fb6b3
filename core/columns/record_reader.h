// Reads a text file of records, one a line, as fields: the bytes between delimiters, with quotes
// taken off. Knows nothing of what the fields mean but the names of their columns, for its
// messages.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "columns/schema.h"

namespace engine::columns {

struct DelimitedFormat {
  char delimiter;
  bool quotes;               // of RFC 4180: around a field, doubled inside it
  bool ends_with_delimiter;  // the last field may have a delimiter behind it as well
  bool may_have_header;      // a first record of just the columns' names
};
inline constexpr DelimitedFormat tbl_format = {'|', false, true, false};
inline constexpr DelimitedFormat csv_format = {',', true, false, true};

// A field as messages show it: in quotes, on one line, cut to a length that can be read.
std::string shown(std::string_view field);

class RecordReader {
 public:
  // Stands before the first record after a header. Throws FileError when the file is not there or
  // not a regular one. Requires: the schema outlives the reader.
  RecordReader(std::string path, const DelimitedFormat& format, const Schema& schema);

  // Reads the next record; false at the end of the file. Throws FileError for a record that is not
  // well-formed or does not have one field for each column.
  bool next();

  // Passes over the next record without looking at its fields; false at the end of the file.
  bool skip();

  // Of the record just read, one for each column. They hold until the next call of next().
  const std::vector<std::string_view>& fields() const { return fields_; }

  // Throws a FileError about a field of the record just read.
  [[noreturn]] void fail(std::size_t column, std::string_view found,
                         std::string_view expected) const;

 private:
  // The end of the record at start_, its line break left out; reads on as far as needed.
  std::size_t find_record_end();
  bool read_more();
  void split(char* next, char* end);
  char* take_quoted_field(char* next, char* end);
  // Whether the record at start_ is just the columns' names.
  bool is_header(std::size_t end) const;
  [[noreturn]] void fail_reading(std::string_view what) const;

  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  const std::string path_;
  const DelimitedFormat format_;
  const Schema& schema_;
  const std::unique_ptr<std::FILE, Close> file_;
  std::vector<char> buffer_;
  std::size_t start_ = 0;  // of what has not been read yet
  std::size_t end_ = 0;
  bool at_end_of_file_ = false;
  int64_t line_ = 0;  // of the record just read, counted from 1
  int64_t next_line_ = 1;
  char* record_ = nullptr;  // the record just read
  char* record_end_ = nullptr;
  std::vector<std::string_view> fields_;
};

}  // namespace engine::columns
