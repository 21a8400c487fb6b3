// Looking at blocks before relying on how they are laid out.
#include "alloc/backends/glibc.h"

#include <dlfcn.h>
#include <gnu/libc-version.h>

#include <array>
#include <cstdio>

namespace engine::alloc {

constinit bool Glibc::size_is_before_block_ = false;

namespace {

// Where a function's code lies; null: unknown.
const void* owner_of(const void* function) noexcept {
  Dl_info information{};
  return ::dladdr(function, &information) != 0 ? information.dli_fbase : nullptr;
}

template <class Function>
const void* owner_of_function(Function* function) noexcept {
  return owner_of(reinterpret_cast<const void*>(function));
}

bool malloc_is_glibcs() noexcept {
  const void* glibc = owner_of_function(&::gnu_get_libc_version);
  return glibc != nullptr && owner_of_function(&::malloc) == glibc &&
         owner_of_function(&::free) == glibc && owner_of_function(&::posix_memalign) == glibc &&
         owner_of_function(&::malloc_usable_size) == glibc;
}

}  // namespace

bool Glibc::word_tells_size(void* block) noexcept {
  if (block == nullptr) return true;  // nothing learned
  bool is_equal = bytes_by_word(word_before(block)) == told_bytes(block);
  std::free(block);
  return is_equal;
}

void Glibc::start() noexcept {
  if (!malloc_is_glibcs()) return;
  // Of the thread's cache, of the bins, and of mappings of their own.
  for (std::size_t size : {0, 1, 24, 25, 40, 1'000, 1'033, 5'000, 70'000, 200'000, 3'000'000}) {
    constexpr std::size_t page = 4'096;
    if (!word_tells_size(allocate(size)) || !word_tells_size(allocate_aligned(size, page))) return;
  }
  size_is_before_block_ = true;
}

std::string_view Glibc::name() noexcept {
  static constinit std::array<char, 32> text{};
  if (text[0] == '\0')
    std::snprintf(text.data(), text.size(), "glibc %s", ::gnu_get_libc_version());
  return text.data();
}

int64_t Glibc::booked_bytes() noexcept {
  struct mallinfo2 books = ::mallinfo2();
  return static_cast<int64_t>(books.uordblks + books.hblkhd);
}

}  // namespace engine::alloc
