// Ending long work in order when SIGINT, SIGTERM or SIGHUP arrives: the signal is only noted, and
// the work looks at the note where it can stop its children and leave nothing half-written.
#pragma once

#include "command/failure.h"

namespace ltoscope {

class Interrupted : public Failure {
 public:
  using Failure::Failure;
};

// While one lives, the three signals are noted instead of ending the process. May be nested. A
// child started meanwhile begins with the default handling once it calls exec.
class InterruptionWatch {
 public:
  InterruptionWatch();
  ~InterruptionWatch();
  InterruptionWatch(const InterruptionWatch&) = delete;
  InterruptionWatch& operator=(const InterruptionWatch&) = delete;

 private:
  bool outermost_;
};

// The signal noted since the outermost watch began, or 0. Without a watch it is 0.
int noted_signal();

// Throws Interrupted, exit code incomplete, when a signal has been noted.
void stop_if_interrupted();

}  // namespace ltoscope
