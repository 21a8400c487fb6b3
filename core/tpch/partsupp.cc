// The rules of partsupp. Each part has four suppliers: the work is shared out by part.
#include "tpch/comments.h"
#include "tpch/keys.h"
#include "tpch/outputs.h"
#include "tpch/scale.h"
#include "tpch/schema.h"
#include "tpch/tables.h"

namespace engine::tpch {
namespace {

constexpr int64_t parts_per_morsel = 4'096;
constexpr CommentRule comment_rule = {
    .seed = 1961692154, .per_row = suppliers_of_part, .average_length = 124};

// Gives each supplier of each part of the morsel value_of(part, which), called in their order;
// next_part() is called after each part.
template <class Value, class Rule, class NextPart>
void write_offers(const Output<Value>& output, const Morsel& morsel, const Rule& value_of,
                  const NextPart& next_part) {
  if (!output) return;
  Value* value = output.at(morsel.offset * suppliers_of_part);
  for (int64_t part = morsel.rows.first + 1; part <= morsel.rows.end; ++part) {
    for (int64_t which = 0; which < suppliers_of_part; ++which) {
      *value++ = static_cast<Value>(value_of(part, which));
    }
    next_part();
  }
}

template <class Value>
void draw_offers(const Output<Value>& output, const Morsel& morsel, int64_t seed, int64_t low,
                 int64_t high) {
  RandomStream stream(seed, suppliers_of_part, morsel.rows.first);
  write_offers(
      output, morsel, [&](int64_t, int64_t) { return stream.uniform(low, high); },
      [&] { stream.next_row(); });
}

}  // namespace

columns::Table generate_partsupp(const Request& request, TextPoolSource& texts) {
  operators::RowRange parts = requested_rows(request, part_count(request.scale_factor));
  columns::Table table(requested_columns(request, partsupp_schema(request.scale_factor)),
                       (parts.end - parts.first) * suppliers_of_part);
  int64_t suppliers = supplier_count(request.scale_factor);
  Output<int32_t> part(table, "ps_partkey");
  Output<int32_t> supplier(table, "ps_suppkey");
  Output<int32_t> quantity(table, "ps_availqty");
  Output<int64_t> cost(table, "ps_supplycost");
  CommentOutput comment(table, "ps_comment", comment_rule);

  auto write = [&](const Morsel& morsel) {
    auto nothing = [] {};
    write_offers(part, morsel, [](int64_t key, int64_t) { return key; }, nothing);
    write_offers(
        supplier, morsel,
        [&](int64_t key, int64_t which) { return supplier_key(key, which, suppliers); }, nothing);
    draw_offers(quantity, morsel, 1671059989, 1, 9'999);
    draw_offers(cost, morsel, 1051288424, 100, 100'000);
  };
  Morsels morsels(parts, parts_per_morsel);
  comment.finish(morsels.for_each_with_comments(
      request.threads, bool(comment), texts, write,
      [&](const Morsel& morsel, const TextPool& pool) { comment.write(morsel, pool); }));
  return table;
}

}  // namespace engine::tpch
