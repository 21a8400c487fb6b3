// The text that all comments are pieces of: 300 MiB of sentences by a small grammar, the same for
// every scale factor. The comment columns of a context share one pool, built when the first of them
// is generated and released with the last.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string_view>

#include "columns/buffer.h"

namespace engine::tpch {

inline constexpr int64_t text_pool_bytes = int64_t{300} * 1024 * 1024;

class TextPool {
 public:
  // Writes the text, on the calling thread.
  TextPool();

  // All text_pool_bytes of it.
  std::string_view text() const;

 private:
  columns::Buffer bytes_;
};

// Where generators get the pool. Threads: any.
class TextPoolSource {
 public:
  // The pool that is alive, or a new one. Who asks while it is being built waits.
  std::shared_ptr<const TextPool> pool();

 private:
  std::mutex mutex_;
  std::weak_ptr<const TextPool> last_;
};

}  // namespace engine::tpch
