// The allocator below the accounting, one of backends/: which one, the include path says
// (backends/chosen/NAME). A backend is a class of static functions that gives blocks and tells how
// many bytes of each can be used. Both ends of a block must agree on that to the byte; where it
// follows from the size that a block was asked with, nothing of the block need be read for it.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "chosen_backend.h"

namespace engine::alloc {

// block: not null, of this backend, not freed. size, alignment: what it was asked with. Free
// functions that are told the size may rely on it.
template <class B>
concept IsBackend = requires(void* block, std::size_t size, std::size_t alignment) {
  // Looks at how blocks are laid out; until then, and where it is not as expected, every size is
  // asked for by the documented call. May allocate with the operators that count. To be called
  // once, while this library loads.
  { B::start() } noexcept;
  // Of the live one, by its own account: "glibc 2.36". Ends in a null byte.
  { B::name() } noexcept -> std::same_as<std::string_view>;
  // What its own books say: bytes that the process, or the calling thread, has from it now, or has
  // ever had. Moves by what is allocated; shows which allocator is live. Slow.
  { B::booked_bytes() } noexcept -> std::same_as<int64_t>;

  // Null when there is no memory. Size 0 gives a block, too.
  { B::allocate(size) } noexcept -> std::same_as<void*>;
  { B::allocate_zeroed(size, size) } noexcept -> std::same_as<void*>;
  // A power of two, at least sizeof(void*).
  { B::allocate_aligned(size, alignment) } noexcept -> std::same_as<void*>;
  // Null leaves the block as it was. Not to 0.
  { B::resize(block, size) } noexcept -> std::same_as<void*>;
  { B::free(block) } noexcept;
  { B::free_sized(block, size) } noexcept;
  { B::free_sized(block, size, alignment) } noexcept;

  // What the documented call says.
  { B::told_bytes(block) } noexcept -> std::same_as<int64_t>;
  // The same, by the cheapest way.
  { B::usable_bytes(block) } noexcept -> std::same_as<int64_t>;
  { B::usable_bytes(block, size) } noexcept -> std::same_as<int64_t>;
  { B::usable_bytes(block, size, alignment) } noexcept -> std::same_as<int64_t>;
  // Whether the last two rely on the size.
  { B::relies_on_sizes } -> std::convertible_to<bool>;

  // Classes of small blocks, for who keeps some of each: all blocks of a class have the same bytes.
  // From class_count on: none.
  { B::class_count } -> std::convertible_to<std::size_t>;
  { B::knows_classes() } noexcept -> std::same_as<bool>;
  { B::why_no_classes } -> std::convertible_to<std::string_view>;
  // The last four require knows_classes().
  { B::class_of_size(size) } noexcept -> std::same_as<std::size_t>;
  { B::class_of_block(block) } noexcept -> std::same_as<std::size_t>;
  { B::class_of_block(block, size) } noexcept -> std::same_as<std::size_t>;
  { B::bytes_of_class(size) } noexcept -> std::same_as<int64_t>;
};
static_assert(IsBackend<Backend>);

}  // namespace engine::alloc
