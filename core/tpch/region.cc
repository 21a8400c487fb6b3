// The rules of region.
#include "tpch/comments.h"
#include "tpch/outputs.h"
#include "tpch/schema.h"
#include "tpch/tables.h"
#include "tpch/words.h"

namespace engine::tpch {
namespace {

constexpr int64_t rows_per_morsel = 1'000;
constexpr CommentRule comment_rule = {.seed = 1500869201, .per_row = 1, .average_length = 72};

}  // namespace

columns::Table generate_region(const Request& request, TextPoolSource& texts) {
  operators::RowRange rows = requested_rows(request, std::ssize(region_names()));
  columns::Table table(requested_columns(request, region_schema(request.scale_factor)),
                       rows.end - rows.first);
  Output<int32_t> key(table, "r_regionkey");
  WordOutput name(table, "r_name", region_names());
  CommentOutput comment(table, "r_comment", comment_rule);

  auto write = [&](const Morsel& morsel) {
    auto row_number = [](int64_t row) { return row; };
    key.write(morsel, row_number);
    name.write(morsel, row_number);
  };
  Morsels morsels(rows, rows_per_morsel);
  comment.finish(morsels.for_each_with_comments(
      request.threads, bool(comment), texts, write,
      [&](const Morsel& morsel, const TextPool& pool) { comment.write(morsel, pool); }));
  return table;
}

}  // namespace engine::tpch
