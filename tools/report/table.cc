// Rendering of tables and of the numbers in their cells.
#include "report/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "report/html_page.h"

namespace ltoscope::report {
namespace {

// Terminal columns of UTF-8 text: bytes that continue a character take none.
std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::vector<std::size_t> column_widths(const Table& table) {
  std::vector<std::size_t> widths;
  for (std::size_t column = 0; column < table.header.size(); ++column) {
    std::size_t widest = width(table.header[column]);
    for (const std::vector<std::string>& row : table.rows) {
      widest = std::max(widest, width(row.at(column)));
    }
    widths.push_back(widest);
  }
  return widths;
}

std::string aligned(const std::string& cell, std::size_t to_width, bool left) {
  std::string padding(to_width - width(cell), ' ');
  return left ? cell + padding : padding + cell;
}

std::string markdown_row(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) {
    line += ' ';
    for (char c : cell) {
      if (c == '|') line += '\\';
      line += c;
    }
    line += " |";
  }
  return line + "\n";
}

std::string csv_row(const std::vector<std::string>& cells) {
  std::string line;
  for (std::size_t column = 0; column < cells.size(); ++column) {
    if (column > 0) line += ',';
    const std::string& cell = cells[column];
    if (cell.find_first_of(",\"\r\n") == cell.npos) {
      line += cell;
      continue;
    }
    line += '"';
    for (char c : cell) line += c == '"' ? std::string("\"\"") : std::string(1, c);
    line += '"';
  }
  return line + "\r\n";
}

bool is_state(std::string_view cell) {
  return cell == "passed" || cell == "broken" || cell == "undecidable" || cell == "warning";
}

// A number, with its sign and unit, or what stands for one that is not there.
bool is_number(std::string_view cell) {
  if (cell.empty() || cell == "-" || cell == "unknown") return true;
  if (cell.front() == '+' || cell.front() == '-') cell.remove_prefix(1);
  return !cell.empty() && cell.front() >= '0' && cell.front() <= '9';
}

// By column: whether most of its cells are text.
std::vector<bool> columns_of_text(const Table& table) {
  std::vector<std::size_t> texts(table.header.size(), 0);
  for (const std::vector<std::string>& row : table.rows) {
    for (std::size_t column = 0; column < texts.size(); ++column) {
      if (!is_number(row.at(column))) ++texts[column];
    }
  }
  std::vector<bool> are_text;
  for (std::size_t text : texts) are_text.push_back(text * 2 > table.rows.size());
  return are_text;
}

// What is text has the class "text", and in a column of text all has; the first column needs none.
std::string html_row(const std::vector<std::string>& cells, std::string_view tag,
                     const std::vector<bool>& are_text) {
  std::string line = "<tr>";
  for (std::size_t column = 0; column < cells.size(); ++column) {
    const std::string& cell = cells[column];
    bool is_text = are_text[column] || (tag == "td" && !is_number(cell));
    std::string_view kind = is_state(cell) ? std::string_view(cell) : is_text ? "text" : "";
    if (column == 0 && kind == "text") kind = "";
    line += kind.empty() ? fmt::format("<{}>", tag) : fmt::format("<{} class=\"{}\">", tag, kind);
    line += fmt::format("{}</{}>", html_text(cell), tag);
  }
  return line + "</tr>\n";
}

}  // namespace

std::string as_text(const Table& table) {
  std::vector<std::size_t> widths = column_widths(table);
  std::vector<bool> are_text = columns_of_text(table);
  auto line = [&](const std::vector<std::string>& cells) {
    std::string text;
    for (std::size_t column = 0; column < cells.size(); ++column) {
      if (column > 0) text += "  ";
      text += aligned(cells[column], widths[column], column == 0 || are_text[column]);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text + "\n";
  };
  std::string text;
  if (!table.title.empty()) text += table.title + "\n";
  text += line(table.header);
  std::vector<std::string> rule;
  for (std::size_t column_width : widths) rule.push_back(std::string(column_width, '-'));
  text += line(rule);
  for (const std::vector<std::string>& row : table.rows) text += line(row);
  for (const std::string& note : table.notes) text += "  " + note + "\n";
  return text;
}

std::string as_markdown(const Table& table) {
  std::string text;
  if (!table.title.empty()) text += "**" + table.title + "**\n\n";
  text += markdown_row(table.header);
  text += "| --- |";
  std::vector<bool> are_text = columns_of_text(table);
  for (std::size_t column = 1; column < table.header.size(); ++column) {
    text += are_text[column] ? " --- |" : " ---: |";
  }
  text += "\n";
  for (const std::vector<std::string>& row : table.rows) text += markdown_row(row);
  if (!table.notes.empty()) text += "\n";
  for (const std::string& note : table.notes) text += "- " + note + "\n";
  return text;
}

std::string as_csv(const Table& table) {
  std::string text = csv_row(table.header);
  for (const std::vector<std::string>& row : table.rows) text += csv_row(row);
  return text;
}

std::string as_html(const Table& table) {
  std::string text = "<table>\n";
  if (!table.title.empty()) text += fmt::format("<caption>{}</caption>\n", html_text(table.title));
  std::vector<bool> are_text = columns_of_text(table);
  text += "<thead>" + html_row(table.header, "th", are_text) + "</thead>\n<tbody>\n";
  for (const std::vector<std::string>& row : table.rows) text += html_row(row, "td", are_text);
  text += "</tbody>\n</table>\n";
  if (table.notes.empty()) return text;
  text += "<ul>\n";
  for (const std::string& note : table.notes) text += fmt::format("<li>{}</li>\n", html_text(note));
  return text + "</ul>\n";
}

std::string seconds_cell(double seconds) {
  if (seconds == 0) return "0 s";
  int decimals = std::clamp(2 - static_cast<int>(std::floor(std::log10(std::fabs(seconds)))), 0, 6);
  return fmt::format("{:.{}f} s", seconds, decimals);
}

std::string bytes_cell(int64_t bytes) {
  static constexpr std::array units = {"B", "KiB", "MiB", "GiB", "TiB"};
  double value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (std::fabs(value) >= 1024 && unit + 1 < units.size()) {
    value /= 1024;
    ++unit;
  }
  if (unit == 0) return fmt::format("{} B", bytes);
  double magnitude = std::fabs(value);
  return fmt::format("{:.{}f} {}", value,
                     magnitude < 10    ? 2
                     : magnitude < 100 ? 1
                                       : 0,
                     units[unit]);
}

std::string count_cell(int64_t count) {
  std::string digits = std::to_string(count);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > (count < 0 ? 1 : 0);
       at -= 3) {
    digits.insert(static_cast<std::size_t>(at), 1, ',');
  }
  return digits;
}

std::string change_cell(double base, double value) {
  if (base == 0) return "unknown";
  return fmt::format("{:+.1f} %", (value - base) / base * 100);
}

}  // namespace ltoscope::report
