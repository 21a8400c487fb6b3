// The kernels of comparison and their tables.
#include "primitives/compare.h"

#include <array>
#include <cassert>
#include <cstddef>
#include <utility>

#include "columns/decimal.h"
#include "columns/string_value.h"
#include "primitives/loop.h"

namespace engine::primitives {
namespace {

using columns::Storage;

template <Comparison comparison, class Value>
bool holds(const Value& left, const Value& right) {
  if constexpr (comparison == Comparison::equal) return left == right;
  if constexpr (comparison == Comparison::not_equal) return !(left == right);
  if constexpr (comparison == Comparison::less) return left < right;
  if constexpr (comparison == Comparison::less_equal) return left <= right;
  if constexpr (comparison == Comparison::greater) return left > right;
  if constexpr (comparison == Comparison::greater_equal) return left >= right;
}

template <Comparison comparison, class Value>
int64_t compare_vectors(const void* left, const void* right, columns::Rows rows,
                        int32_t* selected) {
  const Value* lefts = static_cast<const Value*>(left);
  const Value* rights = static_cast<const Value*>(right);
  return select_rows(
      rows, [=](int64_t row) { return holds<comparison>(lefts[row], rights[row]); }, selected);
}

template <Comparison comparison, class Value>
int64_t compare_constant(const void* left, const void* right, columns::Rows rows,
                         int32_t* selected) {
  const Value* lefts = static_cast<const Value*>(left);
  return select_rows(
      rows,
      [=, constant = *static_cast<const Value*>(right)](int64_t row) {
        return holds<comparison>(lefts[row], constant);
      },
      selected);
}

using ByComparison = std::array<CompareKernel, 6>;

template <class Value>
constexpr ByComparison of_vectors = {
    compare_vectors<Comparison::equal, Value>,   compare_vectors<Comparison::not_equal, Value>,
    compare_vectors<Comparison::less, Value>,    compare_vectors<Comparison::less_equal, Value>,
    compare_vectors<Comparison::greater, Value>, compare_vectors<Comparison::greater_equal, Value>,
};

template <class Value>
constexpr ByComparison of_constant = {
    compare_constant<Comparison::equal, Value>,
    compare_constant<Comparison::not_equal, Value>,
    compare_constant<Comparison::less, Value>,
    compare_constant<Comparison::less_equal, Value>,
    compare_constant<Comparison::greater, Value>,
    compare_constant<Comparison::greater_equal, Value>,
};

// Each in the order of Storage.
constexpr std::array<ByComparison, 5> vectors = {of_vectors<uint8_t>, of_vectors<int32_t>,
                                                 of_vectors<int64_t>, of_vectors<columns::Int128>,
                                                 of_vectors<columns::StringValue>};
constexpr std::array<ByComparison, 5> constants = {
    of_constant<uint8_t>, of_constant<int32_t>, of_constant<int64_t>, of_constant<columns::Int128>,
    of_constant<columns::StringValue>};

// One comparison of unsigned distances instead of two.
template <class Value, class Unsigned>
int64_t between(const void* values, int64_t low, int64_t high, columns::Rows rows,
                int32_t* selected) {
  const Value* value = static_cast<const Value*>(values);
  Unsigned least = static_cast<Unsigned>(low);
  Unsigned width = static_cast<Unsigned>(high) - least;
  return select_rows(
      rows,
      [=](int64_t row) {
        return static_cast<Unsigned>(static_cast<Unsigned>(value[row]) - least) <= width;
      },
      selected);
}

template <class Code>
int64_t select_of_set(const Code* codes, const uint8_t* in_set, columns::Rows rows,
                      int32_t* selected) {
  return select_rows(rows, [=](int64_t row) { return in_set[codes[row]] != 0; }, selected);
}

}  // namespace

CompareKernel compare_vectors_kernel(Comparison comparison, Storage storage) {
  return vectors[static_cast<std::size_t>(storage)][static_cast<std::size_t>(comparison)];
}

CompareKernel compare_constant_kernel(Comparison comparison, Storage storage) {
  return constants[static_cast<std::size_t>(storage)][static_cast<std::size_t>(comparison)];
}

BetweenKernel between_kernel(Storage storage) {
  assert(storage == Storage::int32 || storage == Storage::int64);
  return storage == Storage::int32 ? between<int32_t, uint32_t> : between<int64_t, uint64_t>;
}

int64_t select_codes(const uint8_t* codes, const uint8_t* in_set, columns::Rows rows,
                     int32_t* selected) {
  return select_of_set(codes, in_set, rows, selected);
}

int64_t select_codes(const int32_t* codes, const uint8_t* in_set, columns::Rows rows,
                     int32_t* selected) {
  return select_of_set(codes, in_set, rows, selected);
}

}  // namespace engine::primitives
