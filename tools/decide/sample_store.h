// The samples of one study, in a JSON Lines file that only grows: each sample is on the disk before
// the next one is taken, so that an interrupted study loses nothing it has measured.
//
// The first line names what was measured (the identity: sources, options, compiler, machine).
// Samples of another identity are never mixed in: their file is moved aside. Samples appended
// together (the iterations of one process) count whole or not at all: every line of such a batch
// but its last holds "batch_continues": true.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ltoscope::decide {

class SampleStore {
 public:
  // Opens, or begins, `file` in an existing folder. What a crash left unfinished at its end is
  // dropped. Throws Failure(bad_input): the file cannot be read or written, another process has it
  // open, or a line before the last is malformed.
  SampleStore(const std::filesystem::path& file, const nlohmann::json& identity);
  ~SampleStore();
  SampleStore(const SampleStore&) = delete;
  SampleStore& operator=(const SampleStore&) = delete;

  // Returns when they are on the disk. On failure (a full disk) the file is as before, and Failure
  // is thrown. Requires: batch is not empty.
  void append(const std::vector<nlohmann::json>& batch);

  // What the file held and what was appended since, in order.
  const std::vector<nlohmann::json>& samples() const { return samples_; }
  // One line each about what opening had to drop or move aside.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  void read();
  void begin(const nlohmann::json& identity);
  void move_aside();
  void open_and_lock();
  void cut_to(int64_t size);

  std::filesystem::path file_;
  int descriptor_ = -1;
  int64_t size_ = 0;       // up to the end of the last whole batch
  nlohmann::json header_;  // null until there is one
  std::vector<nlohmann::json> samples_;
  std::vector<std::string> notes_;
};

}  // namespace ltoscope::decide
