// The texts of an imported array, in any of Arrow's three layouts.
#pragma once

#include <cstdint>
#include <string_view>

#include "arrow/array_view.h"

namespace engine::arrow {

class TextReader {
 public:
  // Requires: a format of texts; the view and the place outlive the reader.
  TextReader(const ArrayView& view, const Format& format, const Place& place)
      : view_(view), format_(format), place_(place) {}

  // Bytes of the array. Throws an ImportError when the array does not say where they are.
  std::string_view at(int64_t row) const;

 private:
  template <class End>
  std::string_view between_ends(int64_t row) const;
  std::string_view viewed(int64_t row) const;

  const ArrayView& view_;
  const Format format_;
  const Place& place_;
};

}  // namespace engine::arrow
