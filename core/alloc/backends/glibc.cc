// Looking at blocks before relying on how they are laid out.
#include "alloc/backends/glibc.h"

#include <dlfcn.h>
#include <gnu/libc-version.h>

namespace engine::alloc::glibc {

constinit bool size_is_before_block = false;

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

bool word_tells_size(void* block) noexcept {
  if (block == nullptr) return true;  // nothing learned
  int64_t told = static_cast<int64_t>(::malloc_usable_size(block));
  bool is_equal = usable_bytes_by_word(word_before(block)) == told;
  ::free(block);
  return is_equal;
}

}  // namespace

void look_at_blocks() noexcept {
  if (!malloc_is_glibcs()) return;
  // Of the thread's cache, of the bins, and of mappings of their own.
  for (std::size_t size : {0, 1, 24, 25, 40, 1'000, 1'033, 5'000, 70'000, 200'000, 3'000'000}) {
    if (!word_tells_size(::malloc(size))) return;
    void* aligned = nullptr;
    constexpr std::size_t page = 4'096;
    if (::posix_memalign(&aligned, page, size) == 0 && !word_tells_size(aligned)) return;
  }
  size_is_before_block = true;
}

}  // namespace engine::alloc::glibc
