// A table of cells, rendered as aligned text for a terminal, as GitHub Markdown, CSV or HTML. Pure:
// same table, same bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ltoscope::report {

struct Table {
  std::string title;                // printed above it; may be empty
  std::vector<std::string> header;  // columns of numbers are right-aligned, but for the first
  std::vector<std::vector<std::string>> rows;  // each as long as the header
  std::vector<std::string> notes;  // one line each below the table: methods, reasons for "unknown"
};

std::string as_text(const Table& table);
std::string as_markdown(const Table& table);
// RFC 4180: header and rows alone; a cell that holds a comma, a quote or a line end is quoted.
std::string as_csv(const Table& table);
// A <table> and a list of the notes. Cells that are words of a state ("broken") have it as their
// class; text is aligned as text, and so is all in a column that holds text for the most part.
std::string as_html(const Table& table);

// Cells. Seconds with three significant digits ("0.0421 s", "12.3 s"), bytes in the largest fitting
// binary unit
// ("7.75 GiB"), counts with thousands separators ("51,242"), a change against a base in percent
// ("+2.0 %").
std::string seconds_cell(double seconds);
std::string bytes_cell(int64_t bytes);
std::string count_cell(int64_t count);
std::string change_cell(double base, double value);  // "unknown" when base is 0

}  // namespace ltoscope::report
