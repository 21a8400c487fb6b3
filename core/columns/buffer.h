// Memory for many values, not yet written. Large buffers ask for huge pages: they are written
// sooner, and values from anywhere in them are found without walking page tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace engine::columns {

// What a thread has allocated as buffers since it began.
struct BufferCounts {
  int64_t buffers;
  int64_t bytes;
};
BufferCounts buffers_of_this_thread();

class Buffer {
 public:
  Buffer() = default;  // no bytes
  // Throws std::bad_alloc.
  explicit Buffer(int64_t bytes);

  std::byte* data() const { return bytes_.get(); }

 private:
  struct Free {
    void operator()(std::byte* bytes) const;
    bool is_large;
  };

  std::unique_ptr<std::byte, Free> bytes_{nullptr, Free{false}};
};

}  // namespace engine::columns
