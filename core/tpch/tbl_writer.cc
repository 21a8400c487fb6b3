// Printing pieces of a table, each on one thread, some at once.
#include "tpch/tbl_writer.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "columns/canonical_text.h"
#include "columns/file_error.h"
#include "operators/morsel_queue.h"
#include "operators/workers.h"

namespace engine::tpch {
namespace {

constexpr int64_t rows_per_piece = 8'192;
constexpr int64_t pieces_per_thread = 4;  // that are in memory at once

// Room for any field that is not a text: the longest are words, and integers of 128 bits.
constexpr int64_t most_field_bytes = 48;

// Writers of a value; each gives the place after it.

char* write_unsigned(uint64_t value, char* out) {
  constexpr int most_digits = 20;
  return std::to_chars(out, out + most_digits, value).ptr;
}

uint64_t magnitude(int64_t value) {
  return value < 0 ? -static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
}

// A number of two digits.
char* write_pair(unsigned value, char* out) {
  *out++ = static_cast<char>('0' + value / 10);
  *out++ = static_cast<char>('0' + value % 10);
  return out;
}

char* write_integer(int64_t value, char* out) {
  if (value < 0) *out++ = '-';
  return write_unsigned(magnitude(value), out);
}

char* write_hundredths(int64_t value, char* out) {
  if (value < 0) *out++ = '-';
  out = write_unsigned(magnitude(value) / 100, out);
  *out++ = '.';
  return write_pair(static_cast<unsigned>(magnitude(value) % 100), out);
}

// Requires: a year of four digits.
char* write_date(int32_t days, char* out) {
  std::chrono::year_month_day day = std::chrono::sys_days(std::chrono::days(days));
  unsigned year = static_cast<unsigned>(static_cast<int>(day.year()));
  out = write_pair(year / 100, out);
  out = write_pair(year % 100, out);
  *out++ = '-';
  out = write_pair(static_cast<unsigned>(day.month()), out);
  *out++ = '-';
  return write_pair(static_cast<unsigned>(day.day()), out);
}

char* write_text(std::string_view text, char* out) { return out + text.copy(out, text.size()); }

int64_t integer_at(const columns::Column& column, int64_t row) {
  switch (column.type().storage) {
    case columns::Storage::uint8:
      return column.values<uint8_t>()[row];
    case columns::Storage::int32:
      return column.values<int32_t>()[row];
    case columns::Storage::int64:
      return column.values<int64_t>()[row];
    case columns::Storage::int128:
    case columns::Storage::string:
      break;
  }
  std::unreachable();
}

// Writes the fields of one column.
class FieldWriter {
 public:
  FieldWriter(const columns::Field& field, const columns::Column& column)
      : column_(column), form_(form_of(field)) {
    if (form_ == Form::text) texts_ = column.values<columns::StringValue>();
    if (form_ == Form::word) {
      const columns::Dictionary& words = *column.type().dictionary;
      for (int64_t code = 0; code < words.size(); ++code) {
        longest_word_ = std::max<int64_t>(longest_word_, std::ssize(words.word(code)));
      }
    }
  }

  // At most so many bytes are in a field.
  int64_t most_bytes(int64_t row) const {
    if (form_ == Form::text) return texts_[row].size();
    return std::max(most_field_bytes, longest_word_);
  }

  // Fetches a field's bytes early: texts may be anywhere in memory.
  void prefetch(int64_t row) const {
    if (form_ == Form::text) __builtin_prefetch(texts_[row].view().data());
  }

  char* write(int64_t row, char* out) const {
    switch (form_) {
      case Form::integer:
        return write_integer(integer_at(column_, row), out);
      case Form::hundredths:
        return write_hundredths(integer_at(column_, row), out);
      case Form::whole_hundredths:
        return write_integer(integer_at(column_, row) / 100, out);
      case Form::date:
        return write_date(column_.values<int32_t>()[row], out);
      case Form::word:
        return write_text(column_.type().dictionary->word(integer_at(column_, row)), out);
      case Form::text:
        return write_text(texts_[row].view(), out);
      case Form::canonical:
        return write_text(columns::canonical_text(column_, row), out);
    }
    std::unreachable();
  }

 private:
  enum class Form { integer, hundredths, whole_hundredths, date, word, text, canonical };

  static Form form_of(const columns::Field& field) {
    using columns::Meaning;
    if (field.type.storage == columns::Storage::int128) return Form::canonical;
    switch (field.type.meaning) {
      case Meaning::integer:
        return Form::integer;
      case Meaning::decimal:
        if (field.type.scale != 2) return Form::canonical;
        return field.name == "l_quantity" ? Form::whole_hundredths : Form::hundredths;
      case Meaning::date:
        return Form::date;
      case Meaning::word:
        return Form::word;
      case Meaning::text:
        return Form::text;
    }
    std::unreachable();
  }

  const columns::Column& column_;
  const columns::StringValue* texts_ = nullptr;
  int64_t longest_word_ = 0;
  Form form_;
};

// Text that grows by whole rows.
class Piece {
 public:
  std::string_view text() const { return {bytes_.data(), static_cast<std::size_t>(size_)}; }
  void clear() { size_ = 0; }

  void append_rows(const std::vector<FieldWriter>& fields, int64_t first, int64_t end) {
    constexpr int64_t rows_ahead = 16;
    for (int64_t row = first; row < end; ++row) {
      int64_t most_bytes = 1;  // the line break
      for (const FieldWriter& field : fields) {
        if (row + rows_ahead < end) field.prefetch(row + rows_ahead);
        most_bytes += field.most_bytes(row) + 1;
      }
      make_room(most_bytes);
      char* out = bytes_.data() + size_;
      for (const FieldWriter& field : fields) {
        out = field.write(row, out);
        *out++ = '|';
      }
      *out++ = '\n';
      size_ = out - bytes_.data();
    }
  }

 private:
  void make_room(int64_t bytes) {
    if (size_ + bytes > std::ssize(bytes_)) bytes_.resize(2 * bytes_.size() + bytes);
  }

  std::vector<char> bytes_;
  int64_t size_ = 0;
};

}  // namespace

void write_tbl(const columns::Table& table, int threads,
               const std::function<void(std::string_view)>& sink) {
  std::vector<FieldWriter> fields;
  for (std::size_t i = 0; i < table.schema.size(); ++i) {
    fields.emplace_back(table.schema[i], table.columns[i]);
  }
  std::vector<Piece> pieces(threads * pieces_per_thread);
  int64_t rows_at_once = std::ssize(pieces) * rows_per_piece;
  for (int64_t first = 0; first < table.row_count; first += rows_at_once) {
    int64_t count = std::min(rows_at_once, table.row_count - first);
    for (Piece& piece : pieces) piece.clear();
    operators::MorselQueue queue(count, rows_per_piece);
    operators::run_workers(threads, queue, [&](int) {
      while (std::optional<operators::RowRange> rows = queue.take()) {
        pieces[rows->first / rows_per_piece].append_rows(fields, first + rows->first,
                                                         first + rows->end);
      }
    });
    for (const Piece& piece : pieces) sink(piece.text());
  }
}

void write_tbl_file(const columns::Table& table, int threads, const std::string& path) {
  bool to_standard_output = path == "-";
  std::FILE* file = to_standard_output ? stdout : std::fopen(path.c_str(), "wb");
  auto fail = [&] {
    throw columns::FileError((to_standard_output ? "standard output" : path) +
                             ": cannot be written: " + std::strerror(errno));
  };
  if (file == nullptr) fail();
  // Pieces are large: a copy into a buffer of stdio would gain nothing.
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> closing(
      file, to_standard_output ? std::fflush : std::fclose);
  if (!to_standard_output) std::setvbuf(file, nullptr, _IONBF, 0);
  write_tbl(table, threads, [&](std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), file) != text.size()) fail();
  });
  if (closing.get_deleter()(closing.release()) != 0) fail();
}

}  // namespace engine::tpch
