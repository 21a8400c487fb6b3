// The rules of customer.
#include "tpch/comments.h"
#include "tpch/contact.h"
#include "tpch/outputs.h"
#include "tpch/scale.h"
#include "tpch/schema.h"
#include "tpch/tables.h"
#include "tpch/words.h"

namespace engine::tpch {
namespace {

constexpr int64_t rows_per_morsel = 8'192;
constexpr CommentRule comment_rule = {.seed = 1335826707, .per_row = 1, .average_length = 73};
constexpr int64_t nation_seed = 1489529863;

}  // namespace

columns::Table generate_customer(const Request& request, TextPoolSource& texts) {
  operators::RowRange rows = requested_rows(request, customer_count(request.scale_factor));
  columns::Table table(requested_columns(request, customer_schema(request.scale_factor)),
                       rows.end - rows.first);
  Morsels morsels(rows, rows_per_morsel);
  Output<int32_t> key(table, "c_custkey");
  TextOutput name(table, "c_name", morsels);
  TextOutput address(table, "c_address", morsels);
  Output<int32_t> nation(table, "c_nationkey");
  TextOutput phone(table, "c_phone", morsels);
  Output<int64_t> balance(table, "c_acctbal");
  WordOutput segment(table, "c_mktsegment", market_segments());
  CommentOutput comment(table, "c_comment", comment_rule);

  auto write = [&](const Morsel& morsel) {
    key.write(morsel, [](int64_t row) { return row + 1; });
    write_names(morsel, "Customer", name);
    write_addresses(morsel, 881155353, address);
    nation.draw(morsel, nation_seed, 0, std::ssize(nations()) - 1);
    write_phones(morsel, 1521138112, nation_seed, phone);
    balance.draw(morsel, 298370230, least_balance, most_balance);
    segment.draw(morsel, 1140279430);
  };
  comment.finish(morsels.for_each_with_comments(
      request.threads, bool(comment), texts, write,
      [&](const Morsel& morsel, const TextPool& pool) { comment.write(morsel, pool); }));
  for (TextOutput* output : {&name, &address, &phone}) output->finish();
  return table;
}

}  // namespace engine::tpch
