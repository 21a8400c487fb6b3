// Turns the arrays of one column, batch by batch, into a column of a table. Takes two passes: the
// words of all batches' dictionaries must be known before the first code can be written.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "arrow/array_view.h"
#include "arrow/c_data_interface.h"
#include "arrow/format.h"
#include "columns/column.h"
#include "columns/string_heap.h"

namespace engine::arrow {

class ColumnImport {
 public:
  // Throws an ImportError for a format that is not imported.
  ColumnImport(const ArrowSchema& field, std::string name);

  // First pass: checks an array's shape, and takes in its dictionary.
  void prepare(const ArrowArray* array, Range rows, int64_t batch, int64_t first_row);

  // Second pass. Requires: arrays as prepared; the column has make_type()'s type.
  void read(const ArrowArray* array, Range rows, int64_t batch, int64_t first_row,
            columns::Column& column);

  // Lets the column keep the bytes of its texts. Requires: no more read().
  void finish(columns::Column& column);

  const std::string& name() const { return name_; }

  // Requires: no more prepare(); called once.
  columns::Type make_type();

 private:
  bool has_dictionary() const { return word_format_.has_value(); }
  Place place(int64_t batch, int64_t first_row) const;
  Place dictionary_place(int64_t batch) const;

  // Into rows of the column from the place's first one on.
  void read_words(const ArrayView& view, const ArrowArray& dictionary, const Place& place,
                  columns::Column& column) const;
  template <class Code>
  void read_codes(const ArrayView& view, const std::vector<int32_t>& codes, const Place& place,
                  Code* values) const;
  void read_texts(const ArrayView& view, const Place& place, columns::Column& column);

  std::string name_;
  Format format_;                      // of the values, or of the indexes into a dictionary
  std::optional<Format> word_format_;  // of the dictionary
  std::set<std::string, std::less<>> words_ = {};
  std::shared_ptr<const columns::Dictionary> dictionary_ = {};
  std::shared_ptr<columns::StringHeap> heap_ = std::make_shared<columns::StringHeap>();
};

}  // namespace engine::arrow
