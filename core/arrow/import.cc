// Reading a stream: its schema, its batches, and then their rows.
#include "arrow/import.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arrow/array_view.h"
#include "arrow/column_import.h"
#include "arrow/owned.h"
#include "columns/record_reader.h"

namespace engine::arrow {
namespace {

using columns::Table;

struct Batch {
  Owned<ArrowArray> array;
  Range rows;
  int64_t first_row;  // in the table
};

// A stranger's message, fit for a line of ours.
std::string one_line(std::string_view said) {
  constexpr std::size_t most_bytes = 400;
  std::string line(said.substr(0, most_bytes));
  std::ranges::replace_if(line, [](unsigned char c) { return c < ' ' || c == 0x7f; }, ' ');
  return line;
}

// Throws what a call of the stream has reported, if it has.
void check_call(Owned<ArrowArrayStream>& stream, int error, std::string_view expected) {
  if (error == 0) return;
  const char* said =
      stream->get_last_error == nullptr ? nullptr : stream->get_last_error(stream.get());
  std::string found = "the error " + std::to_string(error) + " (" + std::strerror(error) + ")";
  if (said != nullptr) found += ", \"" + one_line(said) + '"';
  fail_import("stream: ", found, expected);
}

Owned<ArrowSchema> read_schema(Owned<ArrowArrayStream>& stream) {
  ArrowSchema schema = {};
  check_call(stream, stream->get_schema(stream.get(), &schema), "a schema");
  if (schema.release == nullptr) fail_import("", "a released schema", "one that is not");
  return Owned<ArrowSchema>(schema);
}

// A column that exists, and has a name that is not taken yet.
ColumnImport read_column(const ArrowSchema* field, int64_t position, std::set<std::string>& taken) {
  std::string place = "column " + std::to_string(position) + ": ";
  if (field == nullptr) fail_import(place, "no schema", "one");
  if (field->release == nullptr) fail_import(place, "a released schema", "one that is not");
  std::string name = field->name == nullptr ? "" : field->name;
  if (name.empty()) fail_import(place, "no name", "one");
  if (!taken.insert(name).second) {
    fail_import(place, columns::shown(name) + ", the name of a column before it", "one of its own");
  }
  return ColumnImport(*field, std::move(name));
}

std::vector<ColumnImport> read_columns(const ArrowSchema& schema) {
  if (schema.format == nullptr) fail_import("schema: ", "no format", "one");
  if (schema.format != struct_format) {
    fail_import("schema: ", "the format " + columns::shown(schema.format),
                "a struct (+s) of columns");
  }
  if (schema.dictionary != nullptr) fail_import("schema: ", "a dictionary", "none");
  if (schema.n_children < 1) {
    fail_import("schema: ", std::to_string(schema.n_children) + " columns", "at least one");
  }
  if (schema.children == nullptr) fail_import("schema: ", "no list of columns", "one");
  std::set<std::string> names;
  std::vector<ColumnImport> imports;
  for (int64_t position = 0; position < schema.n_children; ++position) {
    imports.push_back(read_column(schema.children[position], position, names));
  }
  return imports;
}

std::vector<Batch> read_batches(Owned<ArrowArrayStream>& stream,
                                std::vector<ColumnImport>& imports) {
  std::vector<Batch> batches;
  int64_t first_row = 0;
  for (;;) {
    ArrowArray array = {};
    check_call(stream, stream->get_next(stream.get(), &array), "a batch or the end");
    if (array.release == nullptr) return batches;
    Owned<ArrowArray> owned(array);
    Place place = {"", std::ssize(batches), first_row};
    Range rows = check_struct(owned.get(), std::ssize(imports), place);
    if (rows.count > most_rows - first_row) {
      place.fail(std::to_string(rows.count) + " rows after " + std::to_string(first_row),
                 "at most " + std::to_string(most_rows) + " together");
    }
    for (int64_t c = 0; c < std::ssize(imports); ++c) {
      imports[c].prepare(owned->children[c], rows, place.batch, first_row);
    }
    batches.push_back({std::move(owned), rows, first_row});
    first_row += rows.count;
  }
}

Table read_rows(std::vector<ColumnImport>& imports, std::vector<Batch> batches) {
  columns::Schema schema;
  for (ColumnImport& column : imports) schema.push_back({column.name(), column.make_type()});
  int64_t row_count = batches.empty() ? 0 : batches.back().first_row + batches.back().rows.count;
  Table table(std::move(schema), row_count);
  for (int64_t b = 0; b < std::ssize(batches); ++b) {
    Batch batch = std::move(batches[b]);  // released as soon as it is copied
    for (int64_t c = 0; c < std::ssize(imports); ++c) {
      imports[c].read(batch.array->children[c], batch.rows, b, batch.first_row, table.columns[c]);
    }
  }
  for (int64_t c = 0; c < std::ssize(imports); ++c) imports[c].finish(table.columns[c]);
  return table;
}

}  // namespace

Table import_table(ArrowArrayStream* stream) {
  if (stream == nullptr || stream->release == nullptr) {
    fail_import("", "no stream or a released one", "a stream");
  }
  Owned<ArrowArrayStream> owned(*stream);
  if (owned->get_schema == nullptr || owned->get_next == nullptr) {
    fail_import("stream: ", "no function for the schema or for the next batch", "both");
  }
  std::vector<ColumnImport> imports = read_columns(*read_schema(owned));
  std::vector<Batch> batches = read_batches(owned, imports);
  return read_rows(imports, std::move(batches));
}

}  // namespace engine::arrow
