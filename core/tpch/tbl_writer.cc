// Printing pieces of a table, each on one thread, some at once.
#include "tpch/tbl_writer.h"

#include <algorithm>
#include <array>
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

void append_digits(uint64_t value, int64_t least_digits, std::string& text) {
  std::array<char, 20> digits;
  char* end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  int64_t count = end - digits.data();
  if (count < least_digits) text.append(least_digits - count, '0');
  text.append(digits.data(), count);
}

// A number of two digits.
void append_pair(unsigned value, std::string& text) {
  const std::array<char, 2> digits = {static_cast<char>('0' + value / 10),
                                      static_cast<char>('0' + value % 10)};
  text.append(digits.data(), digits.size());
}

void append_integer(int64_t value, std::string& text) {
  if (value < 0) text += '-';
  append_digits(value < 0 ? -static_cast<uint64_t>(value) : static_cast<uint64_t>(value), 1, text);
}

void append_cents(int64_t value, std::string& text) {
  uint64_t magnitude = value < 0 ? -static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  if (value < 0) text += '-';
  append_digits(magnitude / 100, 1, text);
  text += '.';
  append_pair(static_cast<unsigned>(magnitude % 100), text);
}

void append_date(int32_t days, std::string& text) {
  std::chrono::year_month_day day = std::chrono::sys_days(std::chrono::days(days));
  append_digits(static_cast<int>(day.year()), 4, text);
  text += '-';
  append_pair(static_cast<unsigned>(day.month()), text);
  text += '-';
  append_pair(static_cast<unsigned>(day.day()), text);
}

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
      : column_(column), form_(form_of(field)) {}

  void append(int64_t row, std::string& text) const {
    switch (form_) {
      case Form::integer:
        return append_integer(integer_at(column_, row), text);
      case Form::hundredths:
        return append_cents(integer_at(column_, row), text);
      case Form::whole_hundredths:
        return append_integer(integer_at(column_, row) / 100, text);
      case Form::date:
        return append_date(column_.values<int32_t>()[row], text);
      case Form::word:
        text += column_.type().dictionary->word(integer_at(column_, row));
        return;
      case Form::text:
        text += column_.values<columns::StringValue>()[row].view();
        return;
      case Form::canonical:
        text += columns::canonical_text(column_, row);
        return;
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
  Form form_;
};

}  // namespace

void write_tbl(const columns::Table& table, int threads,
               const std::function<void(std::string_view)>& sink) {
  std::vector<FieldWriter> fields;
  for (std::size_t i = 0; i < table.schema.size(); ++i) {
    fields.emplace_back(table.schema[i], table.columns[i]);
  }
  std::vector<std::string> pieces(threads * pieces_per_thread);
  int64_t rows_at_once = std::ssize(pieces) * rows_per_piece;
  for (int64_t first = 0; first < table.row_count; first += rows_at_once) {
    int64_t count = std::min(rows_at_once, table.row_count - first);
    for (std::string& piece : pieces) piece.clear();
    operators::MorselQueue queue(count, rows_per_piece);
    operators::run_workers(threads, queue, [&](int) {
      while (std::optional<operators::RowRange> rows = queue.take()) {
        std::string& text = pieces[rows->first / rows_per_piece];
        for (int64_t row = first + rows->first; row < first + rows->end; ++row) {
          for (const FieldWriter& field : fields) {
            field.append(row, text);
            text += '|';
          }
          text += '\n';
        }
      }
    });
    for (const std::string& piece : pieces) sink(piece);
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
