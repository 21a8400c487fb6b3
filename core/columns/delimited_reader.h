// Reads a table from a text file with a delimiter between fields: .tbl as the TPC's dbgen writes
// it, or CSV as of RFC 4180.
#pragma once

#include <string>

#include "columns/record_reader.h"
#include "columns/table.h"

namespace engine::columns {

// The whole table, or an exception: FileError for a file that cannot be read or is not such a
// table, naming its first wrong field. Reads the file twice: first to learn how many rows it has.
Table read_delimited(const std::string& path, const DelimitedFormat& format, const Schema& schema);

}  // namespace engine::columns
