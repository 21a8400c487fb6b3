// Finding columns, and keeping what their strings point into.
#include "tpch/outputs.h"

#include <algorithm>
#include <utility>

namespace engine::tpch {

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
