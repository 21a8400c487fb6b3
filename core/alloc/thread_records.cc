// A list of the threads' records, each in its thread's own storage.
#include "alloc/thread_records.h"

#include <pthread.h>

#include "alloc/shared_balance.h"

namespace engine::alloc {
namespace {

// pthread's and not std::mutex: its functions never throw.
constinit pthread_mutex_t list_mutex = PTHREAD_MUTEX_INITIALIZER;

struct ThreadRecord {
  ThreadRecord() noexcept {}  // not constexpr: the thread's first use registers the destructor
  ~ThreadRecord();
  ThreadRecord(const ThreadRecord&) = delete;
  ThreadRecord& operator=(const ThreadRecord&) = delete;

  const ThreadHooks* hooks = nullptr;
  const void* place = nullptr;
  ThreadRecord* previous = nullptr;
  ThreadRecord* next = nullptr;
};

constinit ThreadRecord* first_record = nullptr;

void unlink(ThreadRecord& record) noexcept {
  (record.previous != nullptr ? record.previous->next : first_record) = record.next;
  if (record.next != nullptr) record.next->previous = record.previous;
}

constinit thread_local ThreadRecord* own_record = nullptr;
constinit thread_local ThreadPhase phase = ThreadPhase::unregistered;

ThreadRecord::~ThreadRecord() {
  // In one step for those who sum: what is gathered is either the thread's or shared.
  ThreadsHeld held;
  hooks->leave();
  unlink(*this);
  phase = ThreadPhase::exited;
}

[[gnu::noinline]] void register_thread(const ThreadHooks& hooks, const void* place) noexcept {
  thread_local ThreadRecord record;
  record.hooks = &hooks;
  record.place = place;
  ThreadsHeld held;
  record.next = first_record;
  if (first_record != nullptr) first_record->previous = &record;
  first_record = &record;
  own_record = &record;
}

void lock_list() { ::pthread_mutex_lock(&list_mutex); }
void unlock_list() { ::pthread_mutex_unlock(&list_mutex); }

// The blocks of the other threads are there in the child, though the threads are not.
void settle_for_threads_left_behind() {
  for (ThreadRecord* record = first_record; record != nullptr; record = record->next) {
    if (record == own_record) continue;
    add_to_shared(record->hooks->gathered_at(record->place));
    unlink(*record);
  }
  unlock_list();
}

[[gnu::constructor]] void watch_forks() {
  ::pthread_atfork(lock_list, unlock_list, settle_for_threads_left_behind);
}

}  // namespace

ThreadPhase enter_thread(const ThreadHooks& hooks, const void* place) noexcept {
  if (phase != ThreadPhase::unregistered) return phase;
  phase = ThreadPhase::registering;
  register_thread(hooks, place);
  return phase = ThreadPhase::registered;
}

ThreadPhase thread_phase() noexcept { return phase; }

ThreadsHeld::ThreadsHeld() noexcept { lock_list(); }
ThreadsHeld::~ThreadsHeld() { unlock_list(); }

int64_t gathered_by_threads() noexcept {
  ThreadsHeld held;
  int64_t sum = 0;
  for (const ThreadRecord* record = first_record; record != nullptr; record = record->next) {
    sum += record->hooks->gathered_at(record->place);
  }
  return sum;
}

void visit_threads(const std::function<void(const void* place)>& visit) {
  ThreadsHeld held;
  for (const ThreadRecord* record = first_record; record != nullptr; record = record->next) {
    visit(record->place);
  }
}

}  // namespace engine::alloc
