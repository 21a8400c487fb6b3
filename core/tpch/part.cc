// The rules of part.
#include <array>
#include <cassert>
#include <numeric>
#include <string_view>
#include <utility>

#include "tpch/comments.h"
#include "tpch/keys.h"
#include "tpch/outputs.h"
#include "tpch/scale.h"
#include "tpch/schema.h"
#include "tpch/tables.h"
#include "tpch/words.h"

namespace engine::tpch {
namespace {

constexpr int64_t rows_per_morsel = 8'192;
constexpr CommentRule comment_rule = {.seed = 804159733, .per_row = 1, .average_length = 14};
constexpr int64_t manufacturer_seed = 1;
constexpr int64_t most_manufacturers = 5;
constexpr int64_t brands_of_manufacturer = 5;

// Names of five different colors, the first ones of a shuffle.
class Names {
 public:
  explicit Names(int64_t row) : stream_(709314158, std::ssize(colors()), row) {}

  // The name of the next row, which holds until the one after.
  std::string_view next() {
    constexpr std::size_t words = 5;
    WordList list = colors();
    std::array<uint8_t, 92> order;
    assert(order.size() == list.size());
    std::iota(order.begin(), order.end(), uint8_t{0});
    char* end = text_.data();
    for (std::size_t i = 0; i < words; ++i) {
      std::swap(order[i], order[stream_.uniform(i, std::ssize(list) - 1)]);
      if (i > 0) *end++ = ' ';
      std::string_view color = list[order[i]];
      end += color.copy(end, color.size());
    }
    stream_.next_row();
    return {text_.data(), end};
  }

 private:
  RandomStream stream_;
  std::array<char, 64> text_;  // five colors of at most ten letters
};

}  // namespace

columns::Table generate_part(const Request& request, TextPoolSource& texts) {
  operators::RowRange rows = requested_rows(request, part_count(request.scale_factor));
  columns::Table table(requested_columns(request, part_schema(request.scale_factor)),
                       rows.end - rows.first);
  Morsels morsels(rows, rows_per_morsel);
  Output<int32_t> key(table, "p_partkey");
  TextOutput name(table, "p_name", morsels);
  WordOutput manufacturer(table, "p_mfgr", part_manufacturers());
  WordOutput brand(table, "p_brand", part_brands());
  WordOutput type(table, "p_type", part_types());
  Output<int32_t> size(table, "p_size");
  WordOutput container(table, "p_container", part_containers());
  Output<int64_t> price(table, "p_retailprice");
  CommentOutput comment(table, "p_comment", comment_rule);

  auto write = [&](const Morsel& morsel) {
    key.write(morsel, [](int64_t row) { return row + 1; });
    Names names(morsel.rows.first);
    name.write(morsel, [&](int64_t) { return names.next(); });
    manufacturer.draw(morsel, manufacturer_seed);
    RandomStream manufacturers(manufacturer_seed, 1, morsel.rows.first);
    RandomStream brands(46831694, 1, morsel.rows.first);
    brand.write(morsel, [&](int64_t) {
      int64_t number = brands_of_manufacturer * manufacturers.uniform(0, most_manufacturers - 1) +
                       brands.uniform(0, brands_of_manufacturer - 1);
      manufacturers.next_row();
      brands.next_row();
      return number;
    });
    type.draw(morsel, 1841581359);
    size.draw(morsel, 1193163244, 1, 50);
    container.draw(morsel, 727633698);
    price.write(morsel, [](int64_t row) { return retail_price_in_cents(row + 1); });
  };
  comment.finish(morsels.for_each_with_comments(
      request.threads, bool(comment), texts, write,
      [&](const Morsel& morsel, const TextPool& pool) { comment.write(morsel, pool); }));
  name.finish();
  return table;
}

}  // namespace engine::tpch
