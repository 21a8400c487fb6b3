// The loops of conversion and their table.
#include "primitives/convert.h"

#include <cassert>
#include <cstdint>
#include <utility>

#include "columns/decimal.h"
#include "columns/string_value.h"
#include "primitives/loop.h"

namespace engine::primitives {
namespace {

using columns::Int128;
using columns::Storage;

template <class From, class To>
void convert(const void* values, columns::Rows rows, void* results) {
  const From* from = static_cast<const From*>(values);
  To* to = static_cast<To*>(results);
  for_each_row(rows, [=](int64_t row) { to[row] = static_cast<To>(from[row]); });
}

template <class From>
ConvertKernel kernel_to(Storage to) {
  switch (to) {
    case Storage::uint8:
      return convert<From, uint8_t>;
    case Storage::int32:
      return convert<From, int32_t>;
    case Storage::int64:
      return convert<From, int64_t>;
    case Storage::int128:
      return convert<From, Int128>;
    case Storage::string:
      break;
  }
  std::unreachable();
}

template <class Value>
void fill_with(const void* constant, columns::Rows rows, void* values) {
  Value* result = static_cast<Value*>(values);
  for_each_row(rows, [=, value = *static_cast<const Value*>(constant)](int64_t row) {
    result[row] = value;
  });
}

}  // namespace

ConvertKernel convert_kernel(Storage from, Storage to) {
  assert(columns::bytes_per_value(from) <= columns::bytes_per_value(to));
  switch (from) {
    case Storage::uint8:
      return kernel_to<uint8_t>(to);
    case Storage::int32:
      return kernel_to<int32_t>(to);
    case Storage::int64:
      return kernel_to<int64_t>(to);
    case Storage::int128:
      return kernel_to<Int128>(to);
    case Storage::string:
      assert(to == Storage::string);
      return convert<columns::StringValue, columns::StringValue>;
  }
  std::unreachable();
}

void fill(Storage storage, const void* constant, columns::Rows rows, void* values) {
  switch (storage) {
    case Storage::uint8:
      return fill_with<uint8_t>(constant, rows, values);
    case Storage::int32:
      return fill_with<int32_t>(constant, rows, values);
    case Storage::int64:
      return fill_with<int64_t>(constant, rows, values);
    case Storage::int128:
      return fill_with<Int128>(constant, rows, values);
    case Storage::string:
      return fill_with<columns::StringValue>(constant, rows, values);
  }
  std::unreachable();
}

void divide(const Int128* values, const Int128* divisors, Int128 factor, columns::Rows rows,
            Int128* results) {
  for_each_row(rows, [=](int64_t row) {
    Int128 numerator = values[row] * factor;
    Int128 divisor = divisors[row];
    if (divisor < 0) {
      numerator = -numerator;
      divisor = -divisor;
    }
    results[row] = divisor == 0 ? 0 : columns::divide_rounded(numerator, divisor);
  });
}

}  // namespace engine::primitives
