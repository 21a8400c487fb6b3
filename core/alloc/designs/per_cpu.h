// A counter: one count for each processor. A thread adds to the count of the one that it runs on,
// in a restartable sequence: five instructions that the kernel begins again when the thread is
// interrupted before the last of them. No thread-local, no atomic operation, nothing to settle when
// a thread ends, and the sum over the processors is always all of it.
//
// glibc registers every thread for such sequences since 2.35, unless the kernel, a sandbox or a
// tunable forbids it; that is looked at when this library loads, and in every sequence. The layout
// of `struct rseq` and the signature are those of the kernel's include/uapi/linux/rseq.h and of
// glibc's bits/rseq.h.
#pragma once

#include <cstddef>
#include <cstdint>

#include "alloc/shared_balance.h"

namespace engine::alloc {

class PerCpu {
 public:
  // Gives an empty text, or why it cannot be used here. To be called once, while this library
  // loads.
  static const char* start() noexcept;
  static bool is_ready() noexcept { return slots_ != nullptr; }

  static bool allocated(int64_t bytes) noexcept { return added(bytes); }
  static bool freed(int64_t bytes) noexcept { return added(-bytes); }
  // On a thread that is not registered, and before the start.
  static void allocated_slowly(int64_t bytes) noexcept { add_to_shared(bytes); }
  static void freed_slowly(int64_t bytes) noexcept { add_to_shared(-bytes); }

  static void settle() noexcept {}
  // Over all processors. On any thread; exact when no other one counts.
  static int64_t sum() noexcept;

 private:
  static bool added(int64_t bytes) noexcept;

  // One cache line for each processor; never freed.
  [[gnu::visibility("hidden")]] static constinit char* slots_;
  [[gnu::visibility("hidden")]] static constinit uint32_t slot_count_;
  [[gnu::visibility(
      "hidden")]] static constinit std::ptrdiff_t rseq_offset_;  // from the thread pointer
};

#if defined(__x86_64__)
inline bool PerCpu::added(int64_t bytes) noexcept {
  if (!is_ready()) [[unlikely]]
    return false;
  uint64_t scratch;
  // 0x53053053 is what glibc registered as the mark of places to begin again at; the two bytes
  // before it make one instruction of it, that nobody executes. struct rseq: cpu_id at 4, rseq_cs
  // at 8. struct rseq_cs: version, flags, start, length up to the commit's end, where to begin
  // again.
  asm goto volatile(
      ".pushsection .data.rel.ro.rseq, \"aw\"\n"
      ".balign 32\n"
      "1: .long 0, 0\n"
      ".quad 3f, 4f - 3f, 5f\n"
      ".popsection\n"
      "2: leaq 1b(%%rip), %[scratch]\n"
      "movq %[scratch], %%fs:8(%[rseq])\n"
      "3: movl %%fs:4(%[rseq]), %k[scratch]\n"
      "cmpl %[count], %k[scratch]\n"
      "jae %l[unregistered]\n"
      "shlq $6, %[scratch]\n"
      "addq %[bytes], (%[slots], %[scratch])\n"
      "4:\n"
      ".pushsection .text.rseq_abort, \"ax\"\n"
      ".byte 0x0f, 0xb9, 0x3d\n"
      ".long 0x53053053\n"
      "5: jmp 2b\n"
      ".popsection\n"
      : [scratch] "=&r"(scratch)
      : [rseq] "r"(rseq_offset_), [count] "r"(slot_count_), [slots] "r"(slots_), [bytes] "r"(bytes)
      : "memory", "cc"
      : unregistered);
  return true;
unregistered:
  return false;
}
#elif defined(__aarch64__)
inline bool PerCpu::added(int64_t bytes) noexcept {
  if (!is_ready()) [[unlikely]]
    return false;
  char* rseq = static_cast<char*>(__builtin_thread_pointer()) + rseq_offset_;
  uint64_t processor, sum;
  char* slot;
  // As above; the mark here is 0xd428bc00, an instruction that stops.
  asm goto volatile(
      ".pushsection .data.rel.ro.rseq, \"aw\"\n"
      ".balign 32\n"
      "1: .long 0, 0\n"
      ".quad 3f, 4f - 3f, 5f\n"
      ".popsection\n"
      "2: adrp %[processor], 1b\n"
      "add %[processor], %[processor], :lo12:1b\n"
      "str %[processor], [%[rseq], #8]\n"
      "3: ldr %w[processor], [%[rseq], #4]\n"
      "cmp %w[processor], %w[count]\n"
      "b.hs %l[unregistered]\n"
      "add %[slot], %[slots], %[processor], lsl #6\n"
      "ldr %[sum], [%[slot]]\n"
      "add %[sum], %[sum], %[bytes]\n"
      "str %[sum], [%[slot]]\n"
      "4:\n"
      ".pushsection .text.rseq_abort, \"ax\"\n"
      ".long 0xd428bc00\n"
      "5: b 2b\n"
      ".popsection\n"
      : [processor] "=&r"(processor), [sum] "=&r"(sum), [slot] "=&r"(slot)
      : [rseq] "r"(rseq), [count] "r"(slot_count_), [slots] "r"(slots_), [bytes] "r"(bytes)
      : "memory", "cc"
      : unregistered);
  return true;
unregistered:
  return false;
}
#else
inline bool PerCpu::added(int64_t) noexcept { return false; }
#endif

}  // namespace engine::alloc
