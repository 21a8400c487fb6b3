// Small tables for tests.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tpch/tables.h"

namespace engine::tpch {

// All columns of a table but the comment, for tests that need no text: making it takes longer than
// they do.
inline std::vector<std::string> all_but_comment(std::string_view table) {
  std::vector<std::string> names;
  for (const columns::Field& field : find_table(table)->schema(1)) {
    if (!field.name.ends_with("_comment")) names.push_back(field.name);
  }
  return names;
}

inline columns::Table table_for_test(std::string_view table, const Request& request) {
  TextPoolSource texts;
  return find_table(table)->generate(request, texts);
}

inline columns::Table lineitem_without_comment(double scale_factor, int threads) {
  return table_for_test(
      "lineitem",
      {.scale_factor = scale_factor, .columns = all_but_comment("lineitem"), .threads = threads});
}

}  // namespace engine::tpch
