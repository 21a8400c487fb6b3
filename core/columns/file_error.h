// What stops the reading or writing of a file, as one line: the file, the place in it where there
// is one, what was found and what was expected.
#pragma once

#include <stdexcept>

namespace engine::columns {

class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace engine::columns
