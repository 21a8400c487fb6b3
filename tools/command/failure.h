// How a verb ends: its exit code, and the exception that ends it early. Never varied by output
// format.
#pragma once

#include <stdexcept>
#include <string>

namespace ltoscope {

enum class ExitCode : int {
  fine = 0,
  broken_rule = 1,  // a rule is broken, or what should be equal differs
  bad_input = 2,    // usage, or input that is missing, unreadable or malformed
  incomplete = 3,   // something could not be measured or decided
};

// Ends the job: thrown anywhere, caught once, in ltoscope.cc, which prints "ltoscope: <message>" on
// stderr. The message is one line that names file, place, found and expected.
class Failure : public std::runtime_error {
 public:
  Failure(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

}  // namespace ltoscope
