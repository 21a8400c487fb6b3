// Whether threads are registered for restartable sequences, and the processors' counts.
#include "alloc/designs/per_cpu.h"

#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>

namespace engine::alloc {

constinit char* PerCpu::slots_ = nullptr;
constinit uint32_t PerCpu::slot_count_ = 0;
constinit std::ptrdiff_t PerCpu::rseq_offset_ = 0;

namespace {

constexpr std::size_t bytes_of_slot = 64;

// One more than the highest number that a processor of this machine may ever have, or 0. The file
// holds ranges such as "0-3" or "0,2-7", the highest last.
uint32_t possible_processors() noexcept {
  std::FILE* file = std::fopen("/sys/devices/system/cpu/possible", "re");
  if (file == nullptr) return 0;
  char text[256] = {};
  std::size_t length = std::fread(text, 1, sizeof(text) - 1, file);
  std::fclose(file);
  std::size_t last = length;
  while (last > 0 && text[last - 1] != '-' && text[last - 1] != ',') --last;
  char* end = nullptr;
  unsigned long highest = std::strtoul(text + last, &end, 10);
  constexpr unsigned long most = 1 << 16;
  return end == text + last || highest >= most ? 0 : static_cast<uint32_t>(highest) + 1;
}

// The kernel may look at the last sequence of a thread long after it, so the code must stay.
bool keep_loaded(const void* part) noexcept {
  Dl_info information{};
  link_map* map = nullptr;
  if (::dladdr1(part, &information, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) == 0) {
    return false;
  }
  bool is_program = map->l_name[0] == '\0';
  return is_program || ::dlopen(map->l_name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE) != nullptr;
}

}  // namespace

const char* PerCpu::start() noexcept {
#if !defined(__x86_64__) && !defined(__aarch64__)
  return "there are no restartable sequences for this machine";
#else
  // Looked up: a reference, weak or not, would make the library need a glibc that has them.
  auto* offset = static_cast<const std::ptrdiff_t*>(::dlsym(RTLD_DEFAULT, "__rseq_offset"));
  auto* size = static_cast<const unsigned*>(::dlsym(RTLD_DEFAULT, "__rseq_size"));
  if (offset == nullptr || size == nullptr) return "the C library does not register threads";
  if (*size == 0) return "threads are not registered with the kernel";
  uint32_t processors = possible_processors();
  if (processors == 0) return "cannot tell how many processors there may be";
  void* slots = ::mmap(nullptr, processors * bytes_of_slot, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (slots == MAP_FAILED) return "out of memory";
  if (!keep_loaded(&slots_)) return "cannot keep the library loaded";
  rseq_offset_ = *offset;
  slot_count_ = processors;
  slots_ = static_cast<char*>(slots);
  return "";
#endif
}

int64_t PerCpu::sum() noexcept {
  int64_t sum = 0;
  for (uint32_t i = 0; i < slot_count_; ++i) {
    sum += __atomic_load_n(reinterpret_cast<const int64_t*>(slots_ + i * bytes_of_slot),
                           __ATOMIC_RELAXED);
  }
  return sum;
}

}  // namespace engine::alloc
