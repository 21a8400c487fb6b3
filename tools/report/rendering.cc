// One case for each form.
#include "report/rendering.h"

#include "report/html_page.h"

namespace ltoscope::report {

std::string render(const std::vector<Table>& tables, std::string_view format,
                   std::string_view title) {
  std::string text;
  for (Table table : tables) {
    // A page has its title above it all.
    if (format == "html" && table.title == title) table.title.clear();
    if (!text.empty()) text += "\n";
    text += format == "md"     ? as_markdown(table)
            : format == "csv"  ? as_csv(table)
            : format == "html" ? as_html(table)
                               : as_text(table);
  }
  return format == "html" ? html_page(title, text) : text;
}

}  // namespace ltoscope::report
