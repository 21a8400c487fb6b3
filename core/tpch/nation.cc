// The rules of nation.
#include <string>
#include <vector>

#include "tpch/comments.h"
#include "tpch/outputs.h"
#include "tpch/schema.h"
#include "tpch/tables.h"
#include "tpch/words.h"

namespace engine::tpch {
namespace {

constexpr int64_t rows_per_morsel = 1'000;
constexpr CommentRule comment_rule = {.seed = 606179079, .per_row = 1, .average_length = 72};

std::vector<std::string> names() {
  std::vector<std::string> list;
  for (const Nation& nation : nations()) list.emplace_back(nation.name);
  return list;
}

}  // namespace

columns::Table generate_nation(const Request& request, TextPoolSource& texts) {
  operators::RowRange rows = requested_rows(request, std::ssize(nations()));
  columns::Table table(requested_columns(request, nation_schema(request.scale_factor)),
                       rows.end - rows.first);
  Output<int32_t> key(table, "n_nationkey");
  WordOutput name(table, "n_name", names());
  Output<int32_t> region(table, "n_regionkey");
  CommentOutput comment(table, "n_comment", comment_rule);

  auto write = [&](const Morsel& morsel) {
    auto row_number = [](int64_t row) { return row; };
    key.write(morsel, row_number);
    name.write(morsel, row_number);
    region.write(morsel, [](int64_t row) { return nations()[row].region; });
  };
  Morsels morsels(rows, rows_per_morsel);
  comment.finish(morsels.for_each_with_comments(
      request.threads, bool(comment), texts, write,
      [&](const Morsel& morsel, const TextPool& pool) { comment.write(morsel, pool); }));
  return table;
}

}  // namespace engine::tpch
