// Tables as the .tbl text of the TPC's dbgen: '|' after every field, '\n' after every row, no
// header. Money has two decimals and l_quantity none, dates are YYYY-MM-DD, texts stand as they
// are.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "columns/table.h"

namespace engine::tpch {

// Gives the text of all rows to `sink`, which the calling thread calls, piece by piece and in
// order. Up to `threads` threads write pieces at once. Throws what the sink throws, and
// std::system_error when threads cannot be started.
void write_tbl(const columns::Table& table, int threads,
               const std::function<void(std::string_view)>& sink);

// The same into a file, which is written anew; "-" is the standard output. Throws
// columns::FileError when it cannot be written; what has been written then stays.
void write_tbl_file(const columns::Table& table, int threads, const std::string& path);

}  // namespace engine::tpch
