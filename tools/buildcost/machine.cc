// Facts from /proc, from control groups, and from what the tools say of their versions.
#include "buildcost/machine.h"

#include <fmt/format.h>
#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <optional>
#include <regex>
#include <sstream>
#include <string>

#include "buildcost/cgroup_limits.h"
#include "buildcost/cmake_cache.h"
#include "buildcost/process_meter.h"
#include "buildcost/text_file.h"
#include "command/failure.h"
#include "command/interruption.h"
#include "command/units.h"

namespace ltoscope::buildcost {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// Facts under their names; what could not be found is null and has its reason in "unknown".
class Facts {
 public:
  void add(const std::string& name, Json value, const std::string& reason_if_null) {
    if (value.is_null()) unknown_.push_back({{"metric", name}, {"reason", reason_if_null}});
    facts_[name] = std::move(value);
  }
  // For a limit: null says that there is none.
  void add_limit(const std::string& name, Json value) { facts_[name] = std::move(value); }
  Json take() {
    facts_["unknown"] = std::move(unknown_);
    return std::move(facts_);
  }

 private:
  Json facts_ = Json::object();
  Json unknown_ = Json::array();
};

// The value of "key : value" (cpuinfo), "key: value" (meminfo) or key="value" (os-release), of the
// first such line.
Json value_in(const fs::path& file, const std::string& key, char separator) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    std::size_t at = line.find(separator);
    if (at == std::string::npos) continue;
    std::string name = line.substr(0, at);
    name.erase(name.find_last_not_of(" \t") + 1);
    if (name != key) continue;
    std::string value = line.substr(at + 1);
    value.erase(0, value.find_first_not_of(" \t\""));
    value.erase(value.find_last_not_of(" \t\"") + 1);
    return value;
  }
  return nullptr;
}

Json cpu_model() {
  Json model = value_in("/proc/cpuinfo", "model name", ':');
  if (!model.is_null()) return model;
  // Arm kernels name no model, only numbers.
  Json implementer = value_in("/proc/cpuinfo", "CPU implementer", ':');
  Json part = value_in("/proc/cpuinfo", "CPU part", ':');
  if (implementer.is_null() || part.is_null()) return nullptr;
  return fmt::format("implementer {}, part {}", implementer.get<std::string>(),
                     part.get<std::string>());
}

Json memory_bytes() {
  Json total = value_in("/proc/meminfo", "MemTotal", ':');
  if (total.is_null()) return nullptr;
  return std::stoll(total.get<std::string>()) * bytes_in_kib;
}

Json load_average() {
  double one = 0, five = 0, fifteen = 0;
  if (!(std::ifstream("/proc/loadavg") >> one >> five >> fifteen)) return nullptr;
  return Json::array({one, five, fifteen});
}

// "some avg10=1.75 avg60=0.90 avg300=0.50 total=6299354"
Json cpu_pressure() {
  std::ifstream file("/proc/pressure/cpu");
  std::string line;
  if (!std::getline(file, line)) return nullptr;
  Json pressure = Json::object();
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    std::size_t equals = word.find('=');
    if (word.starts_with("avg") && equals != std::string::npos) {
      pressure[word.substr(0, equals)] = std::stod(word.substr(equals + 1));
    }
  }
  return pressure;
}

// The first line of what the words print, or null when they fail.
Json said_by(const std::vector<std::string>& words) {
  fs::path log = fs::temp_directory_path() / fmt::format("ltoscope-version-{}", ::getpid());
  std::string text;
  try {
    bool succeeded = run_metered({words, "/", log}).succeeded();
    if (succeeded) text = text_of(log);
  } catch (const Interrupted&) {
    throw;
  } catch (const Failure&) {
    // It is not installed: the caller says so.
  }
  std::error_code ignored;
  fs::remove(log, ignored);
  std::string line = text.substr(0, text.find('\n'));
  return line.empty() ? Json(nullptr) : Json(line);
}

// "-fuse-ld=lld" or "--ld-path=..." as the build's command lines have it; empty: the compiler's own
// choice.
std::string linker_option(const fs::path& build_folder) {
  std::ifstream lines(build_folder / "build.ninja");
  static const std::regex option(R"((-fuse-ld=|--ld-path=)[^ ]+)");
  std::smatch found;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_search(line, found, option)) return found[0];
  }
  return "";
}

}  // namespace

int64_t cores_available() {
  cpu_set_t set;
  CPU_ZERO(&set);
  int64_t cores = ::sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set)
                                                                : ::sysconf(_SC_NPROCESSORS_ONLN);
  std::optional<double> quota = read_cgroup_limits("/").cpus;
  if (quota) cores = std::min(cores, static_cast<int64_t>(std::ceil(*quota)));
  return std::max<int64_t>(cores, 1);
}

Json machine_facts() {
  Facts facts;
  utsname names{};
  bool named = ::uname(&names) == 0;
  CgroupLimits limits = read_cgroup_limits("/");
  facts.add("cpu_model", cpu_model(), "/proc/cpuinfo names none");
  facts.add("cores_online", static_cast<int64_t>(::sysconf(_SC_NPROCESSORS_ONLN)), "");
  facts.add("cores_available", cores_available(), "");
  facts.add_limit("cpu_quota", limits.cpus ? Json(*limits.cpus) : Json(nullptr));
  facts.add("memory_bytes", memory_bytes(), "/proc/meminfo does not tell");
  facts.add_limit("memory_limit_bytes",
                  limits.memory_bytes ? Json(*limits.memory_bytes) : Json(nullptr));
  facts.add("kernel",
            named ? Json(std::string(names.sysname) + " " + names.release) : Json(nullptr),
            "uname failed");
  facts.add("architecture", named ? Json(names.machine) : Json(nullptr), "uname failed");
  facts.add("system", value_in("/etc/os-release", "PRETTY_NAME", '='),
            "/etc/os-release does not tell");
  facts.add("cmake", said_by({"cmake", "--version"}), "cmake --version said nothing");
  facts.add("ninja", said_by({"ninja", "--version"}), "ninja --version said nothing");
  facts.add("load_average", load_average(), "/proc/loadavg is unreadable");
  facts.add("cpu_pressure", cpu_pressure(), "this kernel has no /proc/pressure/cpu");
  return facts.take();
}

Json toolchain_facts(const fs::path& build_folder) {
  Facts facts;
  CMakeCache cache = read_cmake_cache(build_folder);
  Json compilers = Json::object();
  std::string linking_compiler;
  for (const auto& [language, compiler] : compilers_of(cache)) {
    compilers[language] = {{"path", compiler}, {"version", said_by({compiler, "--version"})}};
    if (language == "CXX" || linking_compiler.empty()) linking_compiler = compiler;
  }
  facts.add("compilers", compilers, "");
  std::string option = linker_option(build_folder);
  Json linker = nullptr;
  if (!linking_compiler.empty()) {
    std::vector<std::string> words = {linking_compiler};
    if (!option.empty()) words.push_back(option);
    words.push_back("-Wl,--version");
    Json version = said_by(words);
    if (!version.is_null()) linker = {{"option", option}, {"version", version}};
  }
  facts.add("linker", linker, "the compiler could not be asked for its linker's version");
  facts.add("cmake", said_by({value_of(cache, "CMAKE_COMMAND"), "--version"}),
            "CMAKE_COMMAND said nothing");
  facts.add("ninja", said_by({value_of(cache, "CMAKE_MAKE_PROGRAM"), "--version"}),
            "CMAKE_MAKE_PROGRAM said nothing");
  return facts.take();
}

}  // namespace ltoscope::buildcost
