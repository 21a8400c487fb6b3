// Owns a struct of the C data interface that a stranger has filled in: releases it exactly once,
// whatever its release callback makes of it.
#pragma once

#include <utility>

namespace engine::arrow {

// Struct is ArrowSchema, ArrowArray or ArrowArrayStream.
template <class Struct>
class Owned {
 public:
  Owned() = default;
  explicit Owned(Struct& source) : struct_(source) { source.release = nullptr; }
  Owned(Owned&& other) noexcept : struct_(std::exchange(other.struct_, {})) {}
  Owned& operator=(Owned&& other) noexcept {
    std::swap(struct_, other.struct_);
    return *this;
  }
  ~Owned() {
    if (!is_released()) struct_.release(&struct_);
  }

  bool is_released() const { return struct_.release == nullptr; }
  Struct* get() { return &struct_; }
  const Struct& operator*() const { return struct_; }
  const Struct* operator->() const { return &struct_; }

 private:
  Struct struct_ = {};
};

}  // namespace engine::arrow
