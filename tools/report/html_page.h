// One HTML page that needs nothing beside it: no script, no other file.
#pragma once

#include <string>
#include <string_view>

namespace ltoscope::report {

// With the signs that HTML gives a meaning written out.
std::string html_text(std::string_view text);
std::string html_paragraph(std::string_view text);

// body: HTML, such as report::as_html of tables.
std::string html_page(std::string_view title, std::string_view body);

}  // namespace ltoscope::report
