// Signal handlers that note one number.
#include "command/interruption.h"

#include <fmt/format.h>
#include <signal.h>
#include <string.h>

#include <array>

namespace ltoscope {
namespace {

constexpr std::array watched = {SIGINT, SIGTERM, SIGHUP};

volatile sig_atomic_t noted = 0;
int watches = 0;
std::array<struct sigaction, watched.size()> handled_before;

void note(int signal) { noted = signal; }

}  // namespace

InterruptionWatch::InterruptionWatch() : outermost_(watches++ == 0) {
  if (!outermost_) return;
  noted = 0;
  struct sigaction action{};
  action.sa_handler = note;  // no SA_RESTART: a waiting call must return
  sigemptyset(&action.sa_mask);
  for (std::size_t at = 0; at < watched.size(); ++at) {
    ::sigaction(watched[at], nullptr, &handled_before[at]);
    // Under nohup, SIGHUP is ignored and stays so.
    if (handled_before[at].sa_handler != SIG_IGN) ::sigaction(watched[at], &action, nullptr);
  }
}

InterruptionWatch::~InterruptionWatch() {
  --watches;
  if (!outermost_) return;
  for (std::size_t at = 0; at < watched.size(); ++at) {
    ::sigaction(watched[at], &handled_before[at], nullptr);
  }
  noted = 0;
}

int noted_signal() { return noted; }

void stop_if_interrupted() {
  if (noted == 0) return;
  throw Interrupted(ExitCode::incomplete,
                    fmt::format("interrupted by SIG{}", ::sigabbrev_np(noted)));
}

}  // namespace ltoscope
