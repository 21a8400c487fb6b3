#include "runtime/host_process.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "command/interruption.h"

namespace ltoscope::runtime {
namespace {

HostExit run_shell(const std::string& script, double timeout_seconds = 20) {
  return run_host_process({"sh", "-c", script}, "/", timeout_seconds);
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

TEST(HostProcess, OutputIsKeptWholeAndAGoodEndHasNoFault) {
  HostExit exit = run_shell("head -c 300000 /dev/zero | tr '\\0' x; echo note >&2");
  EXPECT_EQ(exit.output.size(), 300000u);
  EXPECT_EQ(exit.last_error_line, "note");
  EXPECT_EQ(fault_of(exit), "");
}

TEST(HostProcess, ExitCodeAndLastLineOfStderrAreTold) {
  HostExit exit = run_shell("echo first >&2; echo no such table >&2; exit 7");
  EXPECT_EQ(fault_of(exit), "the host exited with code 7");
  EXPECT_EQ(exit.last_error_line, "no such table");
}

TEST(HostProcess, ACrashIsToldBySignalName) {
  EXPECT_EQ(fault_of(run_shell("kill -SEGV $$")), "the host was killed by SIGSEGV");
}

TEST(HostProcess, RunsInTheFolderGiven) {
  EXPECT_EQ(run_host_process({"pwd"}, "/usr", 20).output, "/usr\n");
}

TEST(HostProcess, AProgramThatIsNotThereIsToldWithTheSystemsReason) {
  EXPECT_EQ(fault_of(run_host_process({"/no/such/host"}, "/", 5)),
            "the host could not be started: /no/such/host in /: No such file or directory");
}

TEST(HostProcess, ATimeoutKillsTheWholeGroup) {
  auto start = std::chrono::steady_clock::now();
  HostExit exit = run_shell("sleep 30 & echo $!; sleep 30", 0.3);
  EXPECT_LT(seconds_since(start), 10);
  EXPECT_EQ(fault_of(exit), "the host was still running after 0.3 s");
  pid_t grandchild = std::stoi(exit.output);
  // Its parent is gone, so init reaps it in its own time; killed it is either way.
  bool gone = false;
  for (int attempt = 0; attempt < 100 && !gone; ++attempt) {
    gone = ::kill(grandchild, 0) != 0 ||
           run_shell("grep -q '^State:.Z' /proc/" + exit.output).exit_code == 0;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  EXPECT_TRUE(gone);
}

TEST(HostProcess, AChildThatKeepsThePipesDoesNotHoldUpAFinishedHost) {
  auto start = std::chrono::steady_clock::now();
  HostExit exit = run_shell("sleep 30 & echo done");
  EXPECT_LT(seconds_since(start), 10);
  EXPECT_EQ(exit.output, "done\n");
  EXPECT_EQ(fault_of(exit), "");
}

TEST(HostProcess, AnInterruptionKillsTheHostAndIsThrown) {
  InterruptionWatch watch;
  auto start = std::chrono::steady_clock::now();
  std::thread interrupter([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    ::kill(::getpid(), SIGTERM);
  });
  EXPECT_THROW(run_shell("sleep 30"), Interrupted);
  interrupter.join();
  EXPECT_LT(seconds_since(start), 10);
  EXPECT_THROW(run_shell("true"), Interrupted) << "a noted signal must start nothing more";
}

TEST(HostProcess, EndlessOutputIsCutOff) {
  EXPECT_EQ(fault_of(run_shell("yes")), "the host printed more than 64 MiB");
}

}  // namespace
}  // namespace ltoscope::runtime
