// Where the values of a table's columns go. Each column is drawn from streams of its own, so that
// one that was not asked for costs nothing, but for what others are computed from.
//
// Threads: workers may write different morsels through one output at once.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "columns/string_heap.h"
#include "columns/table.h"
#include "tpch/generation.h"
#include "tpch/random_stream.h"

namespace engine::tpch {

// Where the values of a column go, which may not have been asked for.
template <class Value>
class Output {
 public:
  Output() = default;  // not asked for
  Output(columns::Table& table, std::string_view name) {
    columns::Column* column = table.find(name);
    if (column != nullptr) values_ = column->writable_values<Value>();
  }

  explicit operator bool() const { return values_ != nullptr; }

  // From a row on, counted in the table. Requires: the column was asked for.
  Value* at(int64_t row) const { return values_ + row; }

  // Gives each row of the morsel value_of(row), called in their order.
  template <class Rule>
  void write(const Morsel& morsel, const Rule& value_of) const {
    if (values_ == nullptr) return;
    Value* value = values_ + morsel.offset;
    for (int64_t row = morsel.rows.first; row < morsel.rows.end; ++row) {
      *value++ = static_cast<Value>(value_of(row));
    }
  }

  // Gives each row of the morsel its one draw of a stream.
  void draw(const Morsel& morsel, int64_t seed, int64_t low, int64_t high) const {
    RandomStream stream(seed, 1, morsel.rows.first);
    write(morsel, [&](int64_t) {
      int64_t drawn = stream.uniform(low, high);
      stream.next_row();
      return drawn;
    });
  }

 private:
  Value* values_ = nullptr;
};

// A column of words, drawn as numbers of a list.
class WordOutput {
 public:
  // `drawn`: all words that write() may get, in the order of their numbers.
  WordOutput(columns::Table& table, std::string_view name, const std::vector<std::string>& drawn);
  template <class Words>
  WordOutput(columns::Table& table, std::string_view name, const Words& drawn)
      : WordOutput(table, name, std::vector<std::string>(drawn.begin(), drawn.end())) {}

  explicit operator bool() const { return static_cast<bool>(codes_); }

  // Gives each row of the morsel the word whose number is number_of(row), called in their order.
  template <class Rule>
  void write(const Morsel& morsel, const Rule& number_of) const {
    codes_.write(morsel, [&](int64_t row) { return code_of_[number_of(row)]; });
  }

  // Gives each row of the morsel a word by its one draw of a stream, all words alike.
  void draw(const Morsel& morsel, int64_t seed) const;

  // Gives rows from `first` on the words of these numbers.
  void copy(int64_t first, const std::vector<int32_t>& numbers) const;

 private:
  Output<uint8_t> codes_;
  std::vector<uint8_t> code_of_;  // by number
};

// A column of keys, wide or narrow.
class KeyOutput {
 public:
  KeyOutput(columns::Table& table, std::string_view name);

  // As the outputs above.
  template <class Rule>
  void write(const Morsel& morsel, const Rule& key_of) const {
    narrow_.write(morsel, key_of);
    wide_.write(morsel, key_of);
  }

  // Requires: the column was asked for.
  void write(int64_t row, int64_t key) const;

  explicit operator bool() const { return narrow_ || wide_; }

 private:
  Output<int32_t> narrow_;
  Output<int64_t> wide_;
};

// A column of strings, whose bytes are in one heap for each morsel.
class TextOutput {
 public:
  TextOutput(columns::Table& table, std::string_view name, const Morsels& morsels);
  explicit operator bool() const { return column_ != nullptr; }

  // Gives each row of the morsel text(row), a string_view that holds until the next call.
  template <class Text>
  void write(const Morsel& morsel, const Text& text) {
    if (column_ == nullptr) return;
    columns::StringValue* values = values_ + morsel.offset;
    columns::StringHeap& heap = heap_of(morsel);
    for (int64_t row = morsel.rows.first; row < morsel.rows.end; ++row) {
      *values++ = heap.add(text(row));
    }
  }

  // Changes rows of the morsel that have been written already, as the comments of others: where
  // change(text, changed) is true, the row's text becomes what it has put into `changed`.
  template <class Change>
  void replace(const Morsel& morsel, const Change& change) {
    std::string changed;
    for (int64_t row = morsel.offset; row < morsel.offset + morsel.count(); ++row) {
      if (change(values_[row].view(), changed)) values_[row] = heap_of(morsel).add(changed);
    }
  }

  // Lets the column keep the heaps. Requires: all workers have ended.
  void finish();

 private:
  columns::StringHeap& heap_of(const Morsel& morsel);

  columns::Column* column_;
  columns::StringValue* values_ = nullptr;
  std::vector<std::shared_ptr<columns::StringHeap>> heaps_;  // by morsel
};

}  // namespace engine::tpch
