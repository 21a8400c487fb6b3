// Cutting a file into records, and records into fields.
#include "columns/record_reader.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "columns/file_error.h"

namespace engine::columns {
namespace {

constexpr std::size_t first_buffer_bytes = std::size_t{1} << 20;
constexpr std::size_t most_record_bytes = std::size_t{1} << 26;
constexpr std::size_t most_shown_bytes = 40;  // of a field in a message

}  // namespace

std::string shown(std::string_view field) {
  constexpr std::string_view hex_digits = "0123456789abcdef";
  std::string text = "\"";
  for (char c : field.substr(0, most_shown_bytes)) {
    unsigned char byte = static_cast<unsigned char>(c);
    if (byte < ' ' || byte == 0x7f) {
      text += {'\\', 'x', hex_digits[byte / 16], hex_digits[byte % 16]};
    } else {
      text += c;
    }
  }
  if (field.size() > most_shown_bytes) text += "...";
  return text + '"';
}

RecordReader::RecordReader(std::string path, const DelimitedFormat& format, const Schema& schema)
    : path_(std::move(path)),
      format_(format),
      schema_(schema),
      file_(std::fopen(path_.c_str(), "rb")),
      buffer_(first_buffer_bytes) {
  if (!file_) fail_reading(std::strerror(errno));
  struct stat status;
  if (fstat(fileno(file_.get()), &status) != 0) fail_reading(std::strerror(errno));
  if (!S_ISREG(status.st_mode)) fail_reading("it is not a regular file");
  if (format_.may_have_header && is_header(find_record_end())) skip();
}

bool RecordReader::next() {
  if (!skip()) return false;
  split(record_, record_end_);
  std::size_t last = schema_.size() - 1;
  if (fields_.size() <= last) {
    fail(fields_.size(), "the end of the line", "a field");
  }
  if (format_.ends_with_delimiter && fields_.size() == last + 2 && fields_.back().empty()) {
    fields_.pop_back();
  }
  if (fields_.size() > last + 1) {
    fail(last, "another field behind it, " + shown(fields_[last + 1]), "the end of the line");
  }
  return true;
}

bool RecordReader::skip() {
  std::size_t end = find_record_end();
  if (start_ == end_) return false;
  line_ = next_line_;
  record_ = &buffer_[start_];
  record_end_ = buffer_.data() + end;
  next_line_ += 1 + (format_.quotes ? std::count(record_, record_end_, '\n') : 0);
  start_ = std::min(end + 1, end_);  // the file's last line may have no break
  if (record_end_ > record_ && record_end_[-1] == '\r') --record_end_;
  return true;
}

std::size_t RecordReader::find_record_end() {
  std::size_t searched = 0;  // bytes of the record
  bool in_quotes = false;
  for (;;) {
    const char* from = buffer_.data() + start_ + searched;
    const char* stop = buffer_.data() + end_;
    const void* line_break = std::memchr(from, '\n', stop - from);
    const char* found = line_break != nullptr ? static_cast<const char*>(line_break) : stop;
    // Inside quotes a line break is one of the field's bytes. A doubled quote changes nothing.
    if (format_.quotes && std::count(from, found, '"') % 2 == 1) in_quotes = !in_quotes;
    searched += found - from;
    if (found != stop && !in_quotes) return start_ + searched;
    if (found != stop) {
      ++searched;
    } else if (!read_more()) {
      return end_;
    }
    if (searched > most_record_bytes) {
      line_ = next_line_;
      fail(0, "a line of more than 64 MiB", "a shorter one");
    }
  }
}

// False when there is no more. What is not read yet moves to the front of the buffer.
bool RecordReader::read_more() {
  if (at_end_of_file_) return false;
  std::copy(buffer_.begin() + start_, buffer_.begin() + end_, buffer_.begin());
  end_ -= start_;
  start_ = 0;
  if (end_ == buffer_.size()) buffer_.resize(2 * buffer_.size());
  std::size_t bytes = std::fread(&buffer_[end_], 1, buffer_.size() - end_, file_.get());
  if (std::ferror(file_.get()) != 0) fail_reading(std::strerror(errno));
  end_ += bytes;
  at_end_of_file_ = bytes == 0;
  return bytes > 0;
}

void RecordReader::split(char* next, char* end) {
  fields_.clear();
  for (;;) {
    if (format_.quotes && next < end && *next == '"') {
      next = take_quoted_field(next, end);
    } else {
      char* field_end = std::find(next, end, format_.delimiter);
      fields_.emplace_back(next, field_end);
      if (format_.quotes && fields_.back().contains('"')) {
        fail(fields_.size() - 1, shown(fields_.back()), "quotes around the whole field or none");
      }
      next = field_end;
    }
    if (next == end) return;
    ++next;  // the delimiter
  }
}

// Takes the quotes off in place. Gives the place after the field: the end or a delimiter.
char* RecordReader::take_quoted_field(char* next, char* end) {
  char* first = ++next;
  char* written = first;
  for (;; ++next) {
    if (next == end) {
      fail(fields_.size(), shown({first, written}), "a quote that closes the field");
    }
    if (*next == '"') {
      bool doubled = next + 1 < end && next[1] == '"';
      if (!doubled) break;
      ++next;
    }
    *written++ = *next;
  }
  ++next;
  if (next < end && *next != format_.delimiter) {
    fail(fields_.size(), "bytes behind the closing quote of " + shown({first, written}),
         "a delimiter");
  }
  fields_.emplace_back(first, written);
  return next;
}

bool RecordReader::is_header(std::size_t end) const {
  std::string names;
  for (const Field& field : schema_) names += field.name + format_.delimiter;
  names.pop_back();
  std::string line(buffer_.data() + start_, buffer_.data() + end);
  std::erase(line, '"');
  if (line.ends_with('\r')) line.pop_back();
  return line == names;
}

void RecordReader::fail(std::size_t column, std::string_view found,
                        std::string_view expected) const {
  std::string name = column < schema_.size() ? schema_[column].name : schema_.back().name;
  throw FileError(path_ + ":" + std::to_string(line_) + ": column " + name + ": found " +
                  std::string(found) + ", expected " + std::string(expected));
}

void RecordReader::fail_reading(std::string_view what) const {
  throw FileError(path_ + ": cannot be read: " + std::string(what));
}

}  // namespace engine::columns
