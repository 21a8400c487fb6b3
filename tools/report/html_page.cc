// Escaping and the frame of a page.
#include "report/html_page.h"

#include <fmt/format.h>

namespace ltoscope::report {
namespace {

constexpr std::string_view style =
    "body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;"
    "color:#1b1f24;background:#fff;overflow-wrap:break-word}"
    "table{border-collapse:collapse;margin:1rem 0;display:block;overflow-x:auto}"
    "th,td{padding:.25rem .75rem;border-bottom:1px solid #d0d7de;text-align:right;"
    "font-variant-numeric:tabular-nums;white-space:nowrap}"
    // Words wrap, names of hundreds of characters break, and numbers do neither.
    "th:first-child,td:first-child,.text{text-align:left;white-space:normal;max-width:34rem}"
    ".passed,.broken,.undecidable,.warning{text-align:left}"
    "caption{text-align:left;font-weight:600;padding:.25rem 0}"
    ".passed{color:#116329}.broken{color:#a40e26;font-weight:600}"
    ".undecidable,.warning{color:#7d4e00;font-weight:600}"
    "@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}"
    "th,td{border-color:#30363d}.passed{color:#57ab5a}.broken{color:#f47067}"
    ".undecidable,.warning{color:#daaa3f}}";

}  // namespace

std::string html_text(std::string_view text) {
  std::string escaped;
  for (char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string html_paragraph(std::string_view text) {
  return fmt::format("<p>{}</p>\n", html_text(text));
}

std::string html_page(std::string_view title, std::string_view body) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n{2}</body>\n</"
      "html>\n",
      html_text(title), style, body);
}

}  // namespace ltoscope::report
