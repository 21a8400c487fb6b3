// The rules of supplier. Of ten thousand suppliers about five have a complaint of a customer worked
// into the comment, and five a recommendation.
#include <algorithm>
#include <string>

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
constexpr CommentRule comment_rule = {.seed = 1341315363, .per_row = 1, .average_length = 63};
constexpr int64_t nation_seed = 110356601;

// Words that customers leave in comments, with noise between them.
class CustomerWords {
 public:
  explicit CustomerWords(int64_t row)
      : choice_(202794285, 1, row),
        noise_(263032577, 1, row),
        offset_(715851524, 1, row),
        kind_(753643799, 1, row) {}

  // Whether the row's comment is among those that are changed.
  bool are_in_next() { return choice_.uniform(1, 10'000) <= 10; }

  std::string changed(std::string_view comment) {
    constexpr std::string_view customer = "Customer ";
    constexpr std::string_view complaints = "Complaints";
    constexpr std::string_view recommends = "Recommends";
    constexpr int64_t taken = std::ssize(customer) + std::ssize(complaints);
    int64_t noise = noise_.uniform(0, std::ssize(comment) - taken);
    int64_t offset = offset_.uniform(0, std::ssize(comment) - taken - noise);
    // To 100 and not to 99: at scale factor 10 one supplier shows it.
    std::string_view kind = kind_.uniform(0, 100) < 50 ? complaints : recommends;
    std::string text(comment);
    std::ranges::copy(customer, text.begin() + offset);
    std::ranges::copy(kind, text.begin() + offset + std::ssize(customer) + noise);
    return text;
  }

  void next_row() {
    for (RandomStream* stream : {&choice_, &noise_, &offset_, &kind_}) stream->next_row();
  }

 private:
  RandomStream choice_, noise_, offset_, kind_;
};

}  // namespace

columns::Table generate_supplier(const Request& request, TextPoolSource& texts) {
  operators::RowRange rows = requested_rows(request, supplier_count(request.scale_factor));
  columns::Table table(requested_columns(request, supplier_schema(request.scale_factor)),
                       rows.end - rows.first);
  Morsels morsels(rows, rows_per_morsel);
  Output<int32_t> key(table, "s_suppkey");
  TextOutput name(table, "s_name", morsels);
  TextOutput address(table, "s_address", morsels);
  Output<int32_t> nation(table, "s_nationkey");
  TextOutput phone(table, "s_phone", morsels);
  Output<int64_t> balance(table, "s_acctbal");
  TextOutput changed_comments(table, "s_comment", morsels);
  CommentOutput comment(table, "s_comment", comment_rule);

  auto write = [&](const Morsel& morsel) {
    key.write(morsel, [](int64_t row) { return row + 1; });
    write_names(morsel, "Supplier", name);
    write_addresses(morsel, 706178559, address);
    nation.draw(morsel, nation_seed, 0, std::ssize(nations()) - 1);
    write_phones(morsel, 884434366, nation_seed, phone);
    balance.draw(morsel, 962338209, least_balance, most_balance);
  };
  auto write_comments = [&](const Morsel& morsel, const TextPool& pool) {
    comment.write(morsel, pool);
    CustomerWords words(morsel.rows.first);
    changed_comments.replace(morsel, [&](std::string_view text, std::string& changed) {
      bool change = words.are_in_next();
      if (change) changed = words.changed(text);
      words.next_row();
      return change;
    });
  };
  comment.finish(
      morsels.for_each_with_comments(request.threads, bool(comment), texts, write, write_comments));
  for (TextOutput* output : {&name, &address, &phone, &changed_comments}) output->finish();
  return table;
}

}  // namespace engine::tpch
