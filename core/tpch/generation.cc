// Sharing rows out, and finding where values go.
#include "tpch/generation.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

#include "operators/workers.h"

namespace engine::tpch {

operators::RowRange requested_rows(const Request& request, int64_t rows) {
  assert(1 <= request.part && request.part <= request.parts);
  return {rows * (request.part - 1) / request.parts, rows * request.part / request.parts};
}

columns::Schema requested_columns(const Request& request, columns::Schema all) {
  if (request.columns.empty()) return all;
  std::erase_if(all, [&](const columns::Field& field) {
    return std::ranges::find(request.columns, field.name) == request.columns.end();
  });
  return all;
}

Morsels::Morsels(operators::RowRange rows, int64_t rows_per_morsel)
    : rows_(rows), rows_per_morsel_(rows_per_morsel) {}

int64_t Morsels::count() const {
  return (rows_.end - rows_.first + rows_per_morsel_ - 1) / rows_per_morsel_;
}

void Morsels::take_all(operators::MorselQueue& queue,
                       const std::function<void(const Morsel&)>& write) const {
  while (std::optional<operators::RowRange> taken = queue.take()) {
    write({.number = taken->first / rows_per_morsel_,
           .rows = {rows_.first + taken->first, rows_.first + taken->end},
           .offset = taken->first});
  }
}

void Morsels::for_each(int threads, const std::function<void(const Morsel&)>& write) const {
  operators::MorselQueue queue(rows_.end - rows_.first, rows_per_morsel_);
  operators::run_workers(threads, queue, [&](int) { take_all(queue, write); });
}

std::shared_ptr<const TextPool> Morsels::for_each_with_comments(
    int threads, bool has_comments, TextPoolSource& texts,
    const std::function<void(const Morsel&)>& write,
    const std::function<void(const Morsel&, const TextPool&)>& write_comments) const {
  std::shared_ptr<const TextPool> pool;
  operators::MorselQueue queue(rows_.end - rows_.first, rows_per_morsel_);
  operators::run_workers(threads, queue, [&](int worker) {
    if (has_comments && worker == 0) pool = texts.pool();
    take_all(queue, write);
  });
  if (has_comments) {
    for_each(threads, [&](const Morsel& morsel) { write_comments(morsel, *pool); });
  }
  return pool;
}

WordOutput::WordOutput(columns::Table& table, std::string_view name,
                       const std::vector<std::string>& drawn)
    : codes_(table, name) {
  if (!codes_) return;
  const columns::Dictionary& dictionary = *table.column(name).type().dictionary;
  for (const std::string& word : drawn) {
    code_of_.push_back(static_cast<uint8_t>(dictionary.code_of(word)));
  }
}

void WordOutput::draw(const Morsel& morsel, int64_t seed) const {
  RandomStream stream(seed, 1, morsel.rows.first);
  int64_t last = std::ssize(code_of_) - 1;
  write(morsel, [&](int64_t) {
    int64_t number = stream.uniform(0, last);
    stream.next_row();
    return number;
  });
}

void WordOutput::copy(int64_t first, const std::vector<int32_t>& numbers) const {
  if (!codes_) return;
  std::ranges::transform(numbers, codes_.at(first),
                         [&](int32_t number) { return code_of_[number]; });
}

KeyOutput::KeyOutput(columns::Table& table, std::string_view name) {
  const columns::Column* column = table.find(name);
  if (column == nullptr) return;
  if (column->type().storage == columns::Storage::int32) {
    narrow_ = Output<int32_t>(table, name);
  } else {
    wide_ = Output<int64_t>(table, name);
  }
}

void KeyOutput::write(int64_t row, int64_t key) const {
  if (narrow_) {
    *narrow_.at(row) = static_cast<int32_t>(key);
  } else {
    *wide_.at(row) = key;
  }
}

TextOutput::TextOutput(columns::Table& table, std::string_view name, const Morsels& morsels)
    : column_(table.find(name)) {
  if (column_ == nullptr) return;
  values_ = column_->writable_values<columns::StringValue>();
  heaps_.resize(morsels.count());
}

columns::StringHeap& TextOutput::heap_of(const Morsel& morsel) {
  std::shared_ptr<columns::StringHeap>& heap = heaps_[morsel.number];
  if (!heap) heap = std::make_shared<columns::StringHeap>();
  return *heap;
}

void TextOutput::finish() {
  for (std::shared_ptr<columns::StringHeap>& heap : heaps_) {
    if (heap) column_->keep_alive(std::move(heap));
  }
}

}  // namespace engine::tpch
