// Allocating by size.
#include "columns/buffer.h"

#include <sys/mman.h>

#include <new>

namespace engine::columns {
namespace {

constexpr int64_t huge_page = int64_t{2} << 20;
// From here on what rounding up to whole pages wastes is small.
constexpr int64_t least_large = 2 * huge_page;
constexpr std::align_val_t large_alignment{huge_page};

// Constant-initialised and without a destructor: reading it needs no guard.
constinit thread_local BufferCounts counts = {0, 0};

}  // namespace

BufferCounts buffers_of_this_thread() { return counts; }

Buffer::Buffer(int64_t bytes) {
  bool is_large = bytes >= least_large;
  void* memory = is_large ? operator new[](bytes, large_alignment) : operator new[](bytes);
  bytes_ = std::unique_ptr<std::byte, Free>(static_cast<std::byte*>(memory), Free{is_large});
  ++counts.buffers;
  counts.bytes += bytes;
  // Advice: where it cannot be taken, pages are of the usual size.
  if (is_large) madvise(memory, bytes, MADV_HUGEPAGE);
}

void Buffer::Free::operator()(std::byte* bytes) const {
  if (is_large) {
    operator delete[](bytes, large_alignment);
  } else {
    operator delete[](bytes);
  }
}

}  // namespace engine::columns
