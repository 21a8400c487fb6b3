// Checking and copying the values of one column.
#include "arrow/column_import.h"

#include <concepts>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "arrow/text_reader.h"
#include "columns/record_reader.h"

namespace engine::arrow {
namespace {

using columns::Column;
using columns::Int128;
using columns::Storage;
using columns::StringValue;

constexpr int64_t milliseconds_per_day = 24 * 60 * 60 * 1'000;

std::string title_of(std::string_view column) { return "column " + columns::shown(column); }

Format format_in(const ArrowSchema& field, std::string_view title) {
  std::string place = std::string(title) + ": ";
  if (field.format == nullptr) fail_import(place, "no format", "one");
  std::optional<Format> format = parse_format(field.format);
  if (!format) {
    fail_import(place, "the format " + columns::shown(field.format), imported_formats);
  }
  if (field.n_children != 0) {
    fail_import(place, std::to_string(field.n_children) + " children", "none");
  }
  return *format;
}

std::optional<Format> word_format_in(const ArrowSchema& field, const Format& format,
                                     std::string_view name) {
  if (field.dictionary == nullptr) return std::nullopt;
  const ArrowSchema& words = *field.dictionary;
  std::string title = "dictionary of " + title_of(name);
  if (!is_integer(format)) {
    fail_import(title_of(name) + ": ", "a dictionary for " + columns::shown(field.format),
                "one for integers");
  }
  if (words.release == nullptr) fail_import(title + ": ", "a released schema", "one that is not");
  Format word_format = format_in(words, title);
  if (!is_text(word_format) || words.dictionary != nullptr) {
    fail_import(title + ": ", "the format " + columns::shown(words.format),
                "texts (u U vu) without a dictionary of their own");
  }
  return word_format;
}

// Calls `body` with a number of the type in which arrays of the format hold theirs. Requires: not a
// format of texts.
template <class Body>
void with_number(const Format& format, Body body) {
  if (format.encoding == Encoding::unsigned_integer) {
    switch (format.bytes) {
      case sizeof(uint8_t):
        return body(uint8_t{});
      case sizeof(uint16_t):
        return body(uint16_t{});
      case sizeof(uint32_t):
        return body(uint32_t{});
      default:
        return body(uint64_t{});
    }
  }
  switch (format.bytes) {
    case sizeof(int8_t):
      return body(int8_t{});
    case sizeof(int16_t):
      return body(int16_t{});
    case sizeof(int32_t):
      return body(int32_t{});
    case sizeof(int64_t):
      return body(int64_t{});
    default:
      return body(Int128{});
  }
}

columns::Type imported_type(const Format& format) {
  switch (format.encoding) {
    case Encoding::decimal:
      return columns::decimal(Storage::int64, format.scale);
    case Encoding::days:
    case Encoding::milliseconds:
      return columns::date_type();
    case Encoding::text:
    case Encoding::text_view:
      return columns::text_type();
    case Encoding::signed_integer:
    case Encoding::unsigned_integer:
      break;
  }
  // An unsigned number of 32 bits may need one more.
  int64_t most_bytes = columns::bytes_per_value(Storage::int32);
  bool needs_64_bits = format.bytes > most_bytes || (format.bytes == most_bytes &&
                                                     format.encoding == Encoding::unsigned_integer);
  return columns::integer(needs_64_bits ? Storage::int64 : Storage::int32);
}

template <class Stored, class Value>
void read_numbers(const ArrayView& view, const Place& place, Value* values) {
  constexpr Value least = std::numeric_limits<Value>::min();
  constexpr Value most = std::numeric_limits<Value>::max();
  for (int64_t row = 0; row < view.count; ++row) {
    Stored stored = view.load<Stored>(value_buffer, row + view.first);
    Int128 exact = stored;
    if (exact < least || exact > most) {
      place.fail(row, columns::integer_text(exact),
                 std::to_string(least) + " to " + std::to_string(most));
    }
    values[row] = static_cast<Value>(stored);
  }
}

void read_milliseconds(const ArrayView& view, const Place& place, int32_t* days) {
  for (int64_t row = 0; row < view.count; ++row) {
    int64_t stored = view.load<int64_t>(value_buffer, row + view.first);
    int64_t day = stored / milliseconds_per_day;
    days[row] = static_cast<int32_t>(day);
    if (stored % milliseconds_per_day != 0 || days[row] != day) {
      place.fail(row, std::to_string(stored) + " milliseconds", "whole days, in 32 bits");
    }
  }
}

}  // namespace

ColumnImport::ColumnImport(const ArrowSchema& field, std::string name)
    : name_(std::move(name)),
      format_(format_in(field, title_of(name_))),
      word_format_(word_format_in(field, format_, name_)) {}

Place ColumnImport::place(int64_t batch, int64_t first_row) const {
  return {title_of(name_), batch, first_row};
}

Place ColumnImport::dictionary_place(int64_t batch) const {
  return {"dictionary of " + title_of(name_), batch, std::nullopt};
}

void ColumnImport::prepare(const ArrowArray* array, Range rows, int64_t batch, int64_t first_row) {
  ArrayView(array, format_, has_dictionary(), rows, place(batch, first_row));
  if (!has_dictionary()) return;
  Place words_place = dictionary_place(batch);
  ArrayView view(array->dictionary, *word_format_, words_place);
  TextReader texts(view, *word_format_, words_place);
  for (int64_t code = 0; code < view.count; ++code) {
    std::string_view word = texts.at(code);
    if (!words_.contains(word)) words_.emplace(word);
  }
}

columns::Type ColumnImport::make_type() {
  constexpr int64_t uint8_codes = std::numeric_limits<uint8_t>::max() + 1;
  if (!has_dictionary()) return imported_type(format_);
  std::vector<std::string> words;
  words.reserve(words_.size());
  // What is missing after a left join has code 0, which must be that of a word also without rows.
  if (words_.empty()) words_.emplace();
  while (!words_.empty()) words.push_back(std::move(words_.extract(words_.begin()).value()));
  if (std::ssize(words) > std::numeric_limits<int32_t>::max()) {
    fail_import(title_of(name_) + ": ", std::to_string(words.size()) + " words",
                "codes of 32 bits");
  }
  Storage storage = std::ssize(words) <= uint8_codes ? Storage::uint8 : Storage::int32;
  dictionary_ = std::make_shared<const columns::Dictionary>(std::move(words));
  return columns::words(storage, dictionary_);
}

void ColumnImport::read(const ArrowArray* array, Range rows, int64_t batch, int64_t first_row,
                        Column& column) {
  Place here = place(batch, first_row);
  ArrayView view(array, format_, has_dictionary(), rows, here);
  if (has_dictionary()) return read_words(view, *array->dictionary, here, column);
  if (is_text(format_)) return read_texts(view, here, column);
  if (format_.encoding == Encoding::milliseconds) {
    return read_milliseconds(view, here, column.writable_values<int32_t>() + first_row);
  }
  with_number(format_, [&]<class Stored>(Stored) {
    if (column.type().storage == Storage::int32) {
      read_numbers<Stored>(view, here, column.writable_values<int32_t>() + first_row);
    } else {
      read_numbers<Stored>(view, here, column.writable_values<int64_t>() + first_row);
    }
  });
}

void ColumnImport::read_words(const ArrayView& view, const ArrowArray& dictionary,
                              const Place& place, Column& column) const {
  Place words_place = dictionary_place(place.batch);
  ArrayView words(&dictionary, *word_format_, words_place);
  TextReader texts(words, *word_format_, words_place);
  std::vector<int32_t> codes(words.count);  // ours, by theirs
  for (int64_t code = 0; code < words.count; ++code) {
    codes[code] = static_cast<int32_t>(dictionary_->code_of(texts.at(code)));
  }
  if (column.type().storage == Storage::uint8) {
    read_codes(view, codes, place, column.writable_values<uint8_t>() + *place.first_row);
  } else {
    read_codes(view, codes, place, column.writable_values<int32_t>() + *place.first_row);
  }
}

template <class Code>
void ColumnImport::read_codes(const ArrayView& view, const std::vector<int32_t>& codes,
                              const Place& place, Code* values) const {
  with_number(format_, [&]<class Stored>(Stored) {
    for (int64_t row = 0; row < view.count; ++row) {
      Int128 index = view.load<Stored>(value_buffer, view.first + row);
      if (index < 0 || index >= std::ssize(codes)) {
        place.fail(row, "index " + columns::integer_text(index),
                   "one into " + std::to_string(codes.size()) + " words");
      }
      values[row] = static_cast<Code>(codes[static_cast<int64_t>(index)]);
    }
  });
}

void ColumnImport::read_texts(const ArrayView& view, const Place& place, Column& column) {
  TextReader texts(view, format_, place);
  StringValue* values = column.writable_values<StringValue>() + *place.first_row;
  for (int64_t row = 0; row < view.count; ++row) values[row] = heap_->add(texts.at(row));
}

void ColumnImport::finish(Column& column) {
  if (is_text(format_)) column.keep_alive(std::move(heap_));
}

}  // namespace engine::arrow
