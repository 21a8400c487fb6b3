// Opening the cell library out of memory.
#include "alloc/thread_cell.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>

namespace engine::alloc {

constinit std::intptr_t thread_cell_offset = 0;

namespace {

constexpr unsigned char cell_library[] = {
#embed "libengine_cell.so"
};

using Cell = void* (*)();
using Take = int (*)();

// What make_thread_cell() gives; the loader's texts live no longer than the next one.
constinit std::array<char, 256> reason{};

const char* because(const char* what, const char* why) noexcept {
  std::snprintf(reason.data(), reason.size(), "%s: %s", what, why);
  return reason.data();
}

const char* because_of_loader() noexcept {
  const char* text = ::dlerror();
  return because("cannot open the thread cell's library", text != nullptr ? text : "unknown error");
}

// A file in memory with the library.
class CellFile {
 public:
  CellFile() noexcept : file_(::memfd_create("engine_cell", MFD_CLOEXEC)) {}
  ~CellFile() {
    if (file_ >= 0) ::close(file_);
  }
  CellFile(const CellFile&) = delete;
  CellFile& operator=(const CellFile&) = delete;

  int number() const noexcept { return file_; }

  bool write() const noexcept {
    if (file_ < 0) return false;
    for (std::size_t done = 0; done < sizeof(cell_library);) {
      ssize_t written = ::write(file_, cell_library + done, sizeof(cell_library) - done);
      if (written <= 0) return false;
      done += static_cast<std::size_t>(written);
    }
    return true;
  }

 private:
  int file_;
};

// The loader knows a library by the path that it was opened with, and another copy of this one may
// have opened its cell library at the same number of file. More slashes make another path.
constexpr std::size_t most_copies = 64;

// Null: see dlerror(), or all are taken.
void* open_cell_library(const CellFile& file) noexcept {
  std::array<char, most_copies + 32> path;
  std::memset(path.data(), '/', most_copies);
  std::snprintf(path.data() + most_copies, path.size() - most_copies, "proc/self/fd/%d",
                file.number());
  for (std::size_t copy = 1; copy <= most_copies; ++copy) {
    void* library =
        ::dlopen(path.data() + most_copies - copy, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (library == nullptr) return nullptr;
    Take take = reinterpret_cast<Take>(::dlsym(library, "engine_take_thread_cell"));
    if (take != nullptr && take() != 0) return library;
    ::dlclose(library);
  }
  return nullptr;
}

}  // namespace

const char* make_thread_cell() noexcept {
  CellFile file;
  if (!file.write()) return because("cannot make a file in memory", std::strerror(errno));
  void* library = open_cell_library(file);
  if (library == nullptr) return because_of_loader();
  Cell cell = reinterpret_cast<Cell>(::dlsym(library, "engine_thread_cell"));
  if (cell == nullptr) return because_of_loader();
  thread_cell_offset = static_cast<char*>(cell()) - static_cast<char*>(__builtin_thread_pointer());
  return "";
}

}  // namespace engine::alloc
