// Looks at the library's live bytes between morsels: ends an execution that has come beyond a
// limit, and writes a line about them now and then. The allocator itself never refuses, since
// whoever allocates may be anywhere.
#pragma once

#include <cstdint>
#include <exception>

namespace engine::operators {

// What an execution throws that has come beyond its limit.
class MemoryLimitExceeded : public std::exception {
 public:
  MemoryLimitExceeded(int64_t limit, int64_t live) : limit(limit), live(live) {}
  const char* what() const noexcept override { return "the memory limit is exceeded"; }

  int64_t limit;  // bytes
  int64_t live;
};

// Threads: any may call any function at any time.
class MemoryWatch {
 public:
  // Of all bytes that are live in the library, whoever allocated them; 0: none.
  explicit MemoryWatch(int64_t limit) : limit_(limit) {}

  // Throws MemoryLimitExceeded. Called once for each morsel.
  void check() const;

  // The same for each batch that a pipeline gives, of which one morsel can make many. Some loads,
  // unless the limit seems to be exceeded.
  void check_batch() const;

 private:
  int64_t limit_;
};

// Has a line written to standard error about every so many seconds, by whichever execution comes
// by: nothing is written while none runs. 0: never, as at first.
void set_memory_log_interval(int64_t seconds);

}  // namespace engine::operators
