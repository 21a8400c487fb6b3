// Reading record by record into columns of the right size.
#include "columns/delimited_reader.h"

#include <cstdint>
#include <vector>

#include "columns/field_parser.h"
#include "columns/file_error.h"

namespace engine::columns {
namespace {

int64_t count_records(const std::string& path, const DelimitedFormat& format,
                      const Schema& schema) {
  RecordReader records(path, format, schema);
  int64_t count = 0;
  while (records.skip()) ++count;
  return count;
}

}  // namespace

Table read_delimited(const std::string& path, const DelimitedFormat& format, const Schema& schema) {
  Table table(schema, count_records(path, format, schema));
  std::vector<FieldParser> parsers;
  for (Column& column : table.columns) parsers.emplace_back(column);
  RecordReader records(path, format, schema);
  int64_t row = 0;
  for (; row < table.row_count && records.next(); ++row) {
    for (std::size_t i = 0; i < parsers.size(); ++i) {
      std::string_view field = records.fields()[i];
      if (parsers[i].parse(field, row)) continue;
      records.fail(i, shown(field), parsers[i].expected());
    }
  }
  if (row < table.row_count || records.next()) {
    throw FileError(path + ": changed while it was being read");
  }
  for (FieldParser& parser : parsers) parser.finish();
  return table;
}

}  // namespace engine::columns
