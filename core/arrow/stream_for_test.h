// Small tables for tests, and a stream of them that a test may spoil and that counts what its
// reader has not released.
#pragma once

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "alloc/accounting.h"
#include "arrow/c_data_interface.h"
#include "arrow/export.h"
#include "columns/canonical_text.h"
#include "columns/string_heap.h"
#include "columns/table.h"

namespace engine::arrow {

inline int64_t settled_balance() { return alloc::exact_balance(); }

template <class Value>
columns::Column column_of(columns::Type type, const std::vector<Value>& values) {
  columns::Column column(std::move(type), std::ssize(values));
  std::ranges::copy(values, column.writable_values<Value>());
  return column;
}

inline columns::Column text_column(const std::vector<std::string>& texts) {
  columns::Column column(columns::text_type(), std::ssize(texts));
  auto heap = std::make_shared<columns::StringHeap>();
  auto add = [&](const std::string& text) { return heap->add(text); };
  std::ranges::transform(texts, column.writable_values<columns::StringValue>(), add);
  column.keep_alive(heap);
  return column;
}

inline columns::Type words_of(std::vector<std::string> words) {
  return columns::words(columns::Storage::uint8,
                        std::make_shared<const columns::Dictionary>(std::move(words)));
}

struct NamedColumn {
  std::string name;
  columns::Column column;
};

// Requires: at least one column, all of one length.
inline columns::Table table_of(const std::vector<NamedColumn>& columns) {
  columns::Table table({}, columns.front().column.row_count());
  for (const auto& [name, column] : columns) {
    table.schema.push_back({name, column.type()});
    table.columns.push_back(column);
  }
  return table;
}

// The values of a column with blanks between.
inline std::string texts_of(const columns::Column& column) {
  std::string texts;
  for (int64_t row = 0; row < column.row_count(); ++row) {
    texts += (row > 0 ? " " : "") + columns::canonical_text(column, row);
  }
  return texts;
}

class StreamForTest {
 public:
  // Each table becomes a batch; the first one gives the schema.
  explicit StreamForTest(std::vector<columns::Table> tables) : tables_(std::move(tables)) {
    stream_.get_schema = [](ArrowArrayStream* stream, ArrowSchema* out) {
      return self(stream).give_schema(out);
    };
    stream_.get_next = [](ArrowArrayStream* stream, ArrowArray* out) {
      return self(stream).give_batch(out);
    };
    stream_.get_last_error = [](ArrowArrayStream* stream) {
      const std::string& reason = self(stream).reason;
      return reason.empty() ? nullptr : reason.c_str();
    };
    stream_.release = [](ArrowArrayStream* stream) {
      --self(stream).unreleased_;
      stream->release = nullptr;
    };
    stream_.private_data = this;
  }
  StreamForTest(const StreamForTest&) = delete;

  ArrowArrayStream* get() { return &stream_; }
  // Structs that are out, the stream included.
  int64_t unreleased() const { return unreleased_; }

  // What the test does to what the stream gives.
  std::function<void(ArrowSchema&)> spoil_schema = [](ArrowSchema&) {};
  std::function<void(ArrowArray&)> spoil_batch = [](ArrowArray&) {};
  int schema_error = 0;
  int end_error = 0;  // in place of the end
  std::string reason;

 private:
  // The struct as it was before the test spoiled it.
  template <class Struct>
  struct Original {
    Struct original;
    StreamForTest& stream;
  };

  static StreamForTest& self(ArrowArrayStream* stream) {
    return *static_cast<StreamForTest*>(stream->private_data);
  }

  int give_schema(ArrowSchema* out) {
    if (schema_error != 0) return schema_error;
    export_schema(tables_.front().schema, out);
    count(out);
    spoil_schema(*out);
    return 0;
  }

  int give_batch(ArrowArray* out) {
    *out = {};
    if (next_ == std::ssize(tables_)) return end_error;
    export_batch(tables_[next_], 0, tables_[next_].row_count, out);
    ++next_;
    count(out);
    spoil_batch(*out);
    return 0;
  }

  template <class Struct>
  void count(Struct* out) {
    ++unreleased_;
    out->private_data = new Original<Struct>(*out, *this);
    out->release = [](Struct* released) {
      auto* kept = static_cast<Original<Struct>*>(released->private_data);
      --kept->stream.unreleased_;
      kept->original.release(&kept->original);
      delete kept;
      released->release = nullptr;
    };
  }

  std::vector<columns::Table> tables_;
  int64_t next_ = 0;
  int64_t unreleased_ = 1;
  ArrowArrayStream stream_ = {};
};

}  // namespace engine::arrow
