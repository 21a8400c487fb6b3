// The kernels of arithmetic and their table.
#include "primitives/arithmetic.h"

#include <array>
#include <cassert>
#include <cstddef>
#include <utility>

#include "columns/decimal.h"
#include "primitives/loop.h"

namespace engine::primitives {
namespace {

template <class Number>
struct UnsignedOf;
template <>
struct UnsignedOf<int64_t> {
  using Type = uint64_t;
};
template <>
struct UnsignedOf<columns::Int128> {
  using Type = unsigned __int128;
};

// Unsigned numbers wrap around where signed ones are undefined.
template <Arithmetic operation, class Number>
Number applied(Number left, Number right) {
  using Unsigned = typename UnsignedOf<Number>::Type;
  Unsigned a = static_cast<Unsigned>(left);
  Unsigned b = static_cast<Unsigned>(right);
  if constexpr (operation == Arithmetic::add) return static_cast<Number>(a + b);
  if constexpr (operation == Arithmetic::subtract) return static_cast<Number>(a - b);
  if constexpr (operation == Arithmetic::multiply) return static_cast<Number>(a * b);
}

template <Arithmetic operation, Operands operands, class Number>
void compute(const void* left, const void* right, columns::Rows rows, void* results) {
  const Number* lefts = static_cast<const Number*>(left);
  const Number* rights = static_cast<const Number*>(right);
  Number* result = static_cast<Number*>(results);
  if constexpr (operands == Operands::vectors) {
    for_each_row(rows,
                 [=](int64_t row) { result[row] = applied<operation>(lefts[row], rights[row]); });
  } else if constexpr (operands == Operands::vector_and_constant) {
    for_each_row(rows, [=, constant = *rights](int64_t row) {
      result[row] = applied<operation>(lefts[row], constant);
    });
  } else {
    for_each_row(rows, [=, constant = *lefts](int64_t row) {
      result[row] = applied<operation>(constant, rights[row]);
    });
  }
}

template <Arithmetic operation, class Number>
constexpr std::array<ArithmeticKernel, 3> by_operands = {
    compute<operation, Operands::vectors, Number>,
    compute<operation, Operands::vector_and_constant, Number>,
    compute<operation, Operands::constant_and_vector, Number>,
};

template <class Number>
constexpr std::array<std::array<ArithmeticKernel, 3>, 3> by_operation = {
    by_operands<Arithmetic::add, Number>,
    by_operands<Arithmetic::subtract, Number>,
    by_operands<Arithmetic::multiply, Number>,
};

}  // namespace

ArithmeticKernel arithmetic_kernel(Arithmetic operation, Operands operands,
                                   columns::Storage storage) {
  assert(storage == columns::Storage::int64 || storage == columns::Storage::int128);
  std::size_t row = static_cast<std::size_t>(operation);
  std::size_t place = static_cast<std::size_t>(operands);
  return storage == columns::Storage::int64 ? by_operation<int64_t>[row][place]
                                            : by_operation<columns::Int128>[row][place];
}

}  // namespace engine::primitives
