// Building exported structs from the inside out: what a parent hands out is complete before it.
#include "arrow/export.h"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <concepts>
#include <cstring>
#include <limits>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arrow/format.h"
#include "arrow/holder.h"
#include "arrow/utf8.h"
#include "columns/column.h"

namespace engine::arrow {
namespace {

using columns::Column;
using columns::Field;
using columns::Int128;
using columns::Meaning;
using columns::Storage;
using columns::StringValue;
using columns::Table;

[[noreturn]] void fail(std::string_view column, std::string_view found, std::string_view expected) {
  throw ExportError("column " + std::string(column) + ": found " + std::string(found) +
                    ", expected " + std::string(expected));
}

// Strings as Arrow keeps them: the bytes of all of them, in UTF-8, and where each one ends.
struct GatheredText {
  int64_t count;
  std::shared_ptr<const int32_t[]> ends;  // after a zero
  std::shared_ptr<const char[]> bytes;
};

// `place` is what a text's number counts, for messages.
template <std::invocable<int64_t> TextAt>
GatheredText gather(std::string_view column, std::string_view place, int64_t count,
                    TextAt text_at) {
  constexpr int64_t most_bytes = std::numeric_limits<int32_t>::max();
  int64_t size = 0;
  for (int64_t i = 0; i < count; ++i) size += std::ssize(text_at(i));
  if (size > most_bytes) {
    fail(column, std::to_string(size) + " bytes of text together",
         "at most " + std::to_string(most_bytes));
  }
  auto ends = std::make_shared_for_overwrite<int32_t[]>(count + 1);
  auto bytes = std::make_shared_for_overwrite<char[]>(size);
  char* end = bytes.get();
  ends[0] = 0;
  for (int64_t i = 0; i < count; ++i) {
    std::string_view text = text_at(i);
    end = std::ranges::copy(text, end).out;
    ends[i + 1] = static_cast<int32_t>(end - bytes.get());
  }
  if (!is_ascii({bytes.get(), end})) {
    for (int64_t i = 0; i < count; ++i) {
      if (!is_utf8(text_at(i))) {
        fail(column, "bytes that are not UTF-8 in " + std::string(place) + " " + std::to_string(i),
             "UTF-8 alone");
      }
    }
  }
  return {count, std::move(ends), std::move(bytes)};
}

// What batches of a column share.
using SharedText = std::optional<GatheredText>;

// The words of a column that has such.
SharedText gather_words(const Field& field) {
  if (field.type.meaning != Meaning::word) return std::nullopt;
  const columns::Dictionary& words = *field.type.dictionary;
  return gather(field.name, "dictionary word", words.size(),
                [&](int64_t code) { return std::string_view(words.word(code)); });
}

std::vector<SharedText> gather_dictionaries(const columns::Schema& schema) {
  std::vector<SharedText> dictionaries;
  dictionaries.reserve(schema.size());
  for (const Field& field : schema) dictionaries.push_back(gather_words(field));
  return dictionaries;
}

template <class Value>
std::shared_ptr<const Int128[]> widen(std::string_view name, const Column& column) {
  auto wide = std::make_shared_for_overwrite<Int128[]>(column.row_count());
  std::ranges::copy_n(column.values<Value>(), column.row_count(), wide.get());
  if constexpr (std::same_as<Value, Int128>) {
    Int128 bound = 1;
    for (int digit = 0; digit < most_digits; ++digit) bound *= 10;
    for (int64_t row = 0; row < column.row_count(); ++row) {
      if (wide[row] >= bound || wide[row] <= -bound) {
        fail(name, columns::integer_text(wide[row]) + " in batch row " + std::to_string(row),
             "at most " + std::to_string(most_digits) + " digits");
      }
    }
  }
  return wide;
}

std::shared_ptr<const Int128[]> widen(std::string_view name, const Column& column) {
  switch (column.type().storage) {
    case Storage::uint8:
      return widen<uint8_t>(name, column);
    case Storage::int32:
      return widen<int32_t>(name, column);
    case Storage::int64:
      return widen<int64_t>(name, column);
    case Storage::int128:
      return widen<Int128>(name, column);
    case Storage::string:
      break;
  }
  std::unreachable();
}

const void* first_value(const Column& column) {
  switch (column.type().storage) {
    case Storage::uint8:
      return column.values<uint8_t>();
    case Storage::int32:
      return column.values<int32_t>();
    case Storage::int64:
      return column.values<int64_t>();
    case Storage::int128:
    case Storage::string:
      break;
  }
  std::unreachable();
}

void add_buffer(ArrayHolder& holder, std::shared_ptr<const void> owner, const void* bytes) {
  holder.owners.push_back(std::move(owner));
  holder.buffers.push_back(bytes);
}

template <class Value>
void add_buffer(ArrayHolder& holder, std::shared_ptr<const Value[]> values) {
  const Value* first = values.get();
  add_buffer(holder, std::move(values), first);
}

void export_text(const GatheredText& text, ArrowArray* out) {
  auto holder = std::make_unique<ArrayHolder>(text.count);
  add_buffer(*holder, text.ends);
  add_buffer(*holder, text.bytes);
  hand_out(std::move(holder), out);
}

void export_rows(std::string_view name, const Column& rows, const SharedText& dictionary,
                 ArrowArray* out) {
  const columns::Type& type = rows.type();
  if (type.meaning == Meaning::text) {
    const StringValue* values = rows.values<StringValue>();
    export_text(gather(name, "batch row", rows.row_count(),
                       [=](int64_t row) { return values[row].view(); }),
                out);
    return;
  }
  auto holder = std::make_unique<ArrayHolder>(rows.row_count());
  if (type.meaning == Meaning::decimal || type.storage == Storage::int128) {
    add_buffer(*holder, widen(name, rows));
  } else {
    add_buffer(*holder, std::make_shared<const Column>(rows), first_value(rows));
  }
  if (dictionary) export_text(*dictionary, holder->family.dictionary());
  hand_out(std::move(holder), out);
}

void export_rows(const Table& table, const std::vector<SharedText>& dictionaries, int64_t first,
                 int64_t count, ArrowArray* out) {
  assert(first >= 0 && count >= 0 && first + count <= table.row_count);
  int64_t column_count = std::ssize(table.columns);
  auto holder = std::make_unique<ArrayHolder>(count, column_count);
  for (int64_t c = 0; c < column_count; ++c) {
    export_rows(table.schema[c].name, table.columns[c].slice(first, count), dictionaries[c],
                holder->family.child(c));
  }
  hand_out(std::move(holder), out);
}

void export_field(std::string_view name, const columns::Type& type, ArrowSchema* out) {
  auto holder = std::make_unique<SchemaHolder>(format_of(type), std::string(name));
  if (type.meaning == Meaning::word)
    export_field("", columns::text_type(), holder->family.dictionary());
  hand_out(std::move(holder), out);
}

// What a stream keeps between its calls.
struct StreamState {
  std::shared_ptr<const Table> table;
  int64_t batch_rows;
  std::vector<SharedText> dictionaries;
  int64_t next_row = 0;
  std::optional<ExportError> error = {};  // of the last call
  bool out_of_memory = false;
};

StreamState& state_of(ArrowArrayStream* stream) {
  return *static_cast<StreamState*>(stream->private_data);
}

// Runs a call of a stream; no exception may leave it.
template <std::invocable Call>
int guarded(StreamState& state, Call call) noexcept {
  state.error.reset();
  state.out_of_memory = false;
  try {
    call();
    return 0;
  } catch (const ExportError& error) {
    state.error.emplace(error);
    return EINVAL;
  } catch (const std::bad_alloc&) {
    state.out_of_memory = true;
    return ENOMEM;
  }
}

int stream_schema(ArrowArrayStream* stream, ArrowSchema* out) noexcept {
  StreamState& state = state_of(stream);
  return guarded(state, [&] { export_schema(state.table->schema, out); });
}

int stream_next(ArrowArrayStream* stream, ArrowArray* out) noexcept {
  StreamState& state = state_of(stream);
  return guarded(state, [&] {
    *out = {};
    int64_t count = std::min(state.batch_rows, state.table->row_count - state.next_row);
    if (count == 0) return;
    export_rows(*state.table, state.dictionaries, state.next_row, count, out);
    state.next_row += count;
  });
}

const char* stream_error(ArrowArrayStream* stream) noexcept {
  StreamState& state = state_of(stream);
  if (state.error) return state.error->what();
  return state.out_of_memory ? "out of memory" : nullptr;
}

void release_stream(ArrowArrayStream* stream) noexcept {
  delete &state_of(stream);
  stream->release = nullptr;
}

}  // namespace

void export_schema(const columns::Schema& schema, ArrowSchema* out) {
  *out = {};
  auto holder = std::make_unique<SchemaHolder>(std::string(struct_format), "", std::ssize(schema));
  for (int64_t c = 0; c < std::ssize(schema); ++c) {
    export_field(schema[c].name, schema[c].type, holder->family.child(c));
  }
  hand_out(std::move(holder), out);
}

void export_batch(const Table& table, int64_t first, int64_t count, ArrowArray* out) {
  *out = {};
  export_rows(table, gather_dictionaries(table.schema), first, count, out);
}

void export_stream(std::shared_ptr<const Table> table, int64_t batch_rows, ArrowArrayStream* out) {
  assert(batch_rows > 0);
  *out = {};
  std::vector<SharedText> dictionaries = gather_dictionaries(table->schema);
  auto state = std::make_unique<StreamState>(std::move(table), batch_rows, std::move(dictionaries));
  out->get_schema = stream_schema;
  out->get_next = stream_next;
  out->get_last_error = stream_error;
  out->release = release_stream;
  out->private_data = state.release();
}

}  // namespace engine::arrow
