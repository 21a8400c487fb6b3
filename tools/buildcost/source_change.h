// A change of one file that is taken back: its time, its text, or both.
#pragma once

#include <time.h>

#include <filesystem>
#include <string>
#include <vector>

namespace ltoscope::buildcost {

class SourceChange {
 public:
  // Throws Failure(bad_input) when the file cannot be read.
  explicit SourceChange(std::filesystem::path file);
  // Puts the text back if need be; the time then is that moment, so that what was built from the
  // changed text is out of date.
  ~SourceChange();
  SourceChange(const SourceChange&) = delete;
  SourceChange& operator=(const SourceChange&) = delete;

  const std::string& original_text() const { return text_; }

  // Gives the file the present time and makes sure that it is later than those of `outputs`.
  // Returns an empty string, or why that is impossible: an output from the future, a clock or a
  // file system that is too coarse.
  std::string make_newer_than(const std::vector<std::filesystem::path>& outputs);

  // Throw Failure when the file cannot be written.
  void write(const std::string& text);
  void put_text_back();
  // Requires: everything built from the file was built from its original text.
  void put_time_back();

 private:
  std::filesystem::path file_;
  std::string text_;
  timespec time_{};
  bool text_is_original_ = true;
};

}  // namespace ltoscope::buildcost
