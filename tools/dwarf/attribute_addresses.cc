// For tests and measurements: prints what the reader of debug information finds for addresses, in
// the words of llvm-symbolizer --inlines --functions=linkage --no-demangle, so that the two can be
// compared line by line. Usage: attribute_addresses [--threads N] [--debug-file FILE] [--quiet]
// LIBRARY <ADDRESSES Exit code: 0 fine, 2 usage or unreadable input, 3 something was missing (said
// on stderr).
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <string>

#include "command/failure.h"
#include "dwarf/attribution.h"
#include "dwarf/call_site_records.h"
#include "dwarf/thread_locals.h"

namespace {

using namespace ltoscope;

std::vector<uint64_t> read_addresses(std::istream& in) {
  constexpr int hexadecimal = 16;
  std::vector<uint64_t> addresses;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty()) addresses.push_back(std::stoull(line, nullptr, hexadecimal));
  }
  std::sort(addresses.begin(), addresses.end());
  return addresses;
}

void print_place(std::string& out, std::string_view file, uint32_t line) {
  out += fmt::format("{}:{}\n", file.empty() ? "??" : file, line);
}

void print_address(std::string& out, const dwarf::Attributions& found, std::size_t index,
                   uint64_t address) {
  out += fmt::format("{:#x}\n", address);
  std::vector<dwarf::InlinedFrame> chain = dwarf::inline_chain(found, index);
  for (const dwarf::InlinedFrame& frame : chain) {
    std::string_view name = frame.function->key();
    out += fmt::format("{}\n", name.empty() ? "??" : name);
    print_place(out, frame.file, frame.line);
  }
  if (chain.empty()) {
    const dwarf::Attribution& one = found.of[index];
    out += "??\n";
    print_place(out, one.file ? found.files[*one.file] : "", one.line);
  }
  out += '\n';
}

int print_reasons(const std::vector<std::string>& incomplete) {
  for (const std::string& reason : incomplete) fmt::print(stderr, "incomplete: {}\n", reason);
  return static_cast<int>(incomplete.empty() ? ExitCode::fine : ExitCode::incomplete);
}

// "0x1234 call malloc": the address behind a call, or, where only that is known, "@0x1230" of the
// call itself.
int print_calls(const dwarf::DebugInfo& info, int threads) {
  dwarf::CallSiteRecords found = dwarf::call_site_records(info, threads);
  for (const dwarf::CallSiteRecord& record : found.records) {
    std::string place = record.return_address ? fmt::format("{:#x}", *record.return_address)
                                              : fmt::format("@{:#x}", *record.call_address);
    fmt::print("{} {} {}\n", place, record.tail_call ? "tail" : "call",
               record.target.empty() ? "??" : record.target);
  }
  return print_reasons(found.incomplete);
}

int print_thread_locals(const dwarf::DebugInfo& info, int threads) {
  dwarf::ThreadLocals found = dwarf::thread_locals(info, threads);
  for (const dwarf::ThreadLocal& one : found.variables) {
    fmt::print("{:#x} {}\n", one.offset, one.linkage_name.empty() ? one.name : one.linkage_name);
  }
  return print_reasons(found.incomplete);
}

int attribute_and_print(const dwarf::DebugInfo& info, int threads, bool quiet) {
  std::vector<uint64_t> addresses = read_addresses(std::cin);
  dwarf::Attributions found = dwarf::attribute(info, addresses, threads);
  std::string out;
  for (std::size_t index = 0; index < addresses.size() && !quiet; ++index) {
    print_address(out, found, index, addresses[index]);
  }
  if (quiet) {
    out = fmt::format("{} addresses, {} frames, {} functions, {} files\n", addresses.size(),
                      found.frames.size(), found.functions.size(), found.files.size());
  }
  std::fwrite(out.data(), 1, out.size(), stdout);
  return print_reasons(found.incomplete);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(
      "What debug information says about addresses, one in hexadecimal a line on standard input.");
  int threads = 1;
  bool quiet = false, calls = false, thread_locals = false;
  std::string library, debug_file;
  app.add_option("--threads", threads);
  app.add_flag("--quiet", quiet, "print counts only");
  app.add_flag("--calls", calls, "print the records of calls instead");
  app.add_flag("--thread-locals", thread_locals, "print thread-local variables instead");
  app.add_option("--debug-file", debug_file);
  app.add_option("library", library)->required();
  CLI11_PARSE(app, argc, argv);
  try {
    elf::DebugFilePlaces places;
    if (!debug_file.empty()) places.file = debug_file;
    elf::Image image = elf::read_image(library);
    dwarf::DebugInfo info = dwarf::open_debug_info(image, places);
    if (calls) return print_calls(info, threads);
    if (thread_locals) return print_thread_locals(info, threads);
    return attribute_and_print(info, threads, quiet);
  } catch (const Failure& failure) {
    fmt::print(stderr, "attribute_addresses: {}\n", failure.what());
    return static_cast<int>(failure.code());
  }
}
