// What finding call sites costs, part by part and as a whole, on a library: the one that
// LTOSCOPE_LIBRARY names, else this program, which is enough to compare two builds of the audit.
// Parts are given as bytes of code each second, since that is what grows.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "audit/displacement_scan.h"
#include "audit/library.h"
#include "audit/library_sites.h"
#include "audit/x86_boundary.h"
#include "audit/x86_length.h"
#include "audit/x86_usual_length.h"

namespace ltoscope::audit {
namespace {

std::string subject() {
  const char* path = std::getenv("LTOSCOPE_LIBRARY");
  return path == nullptr ? "/proc/self/exe" : path;
}

struct Subject {
  Library library = read_library(subject(), {.file = {}, .folders = {}, .none = true});
  LibrarySites sites = find_library_sites(library, WatchList::usual(), 1);
};

const Subject& the_subject() {
  static const Subject subject;
  return subject;
}

int64_t code_bytes(const CodeMap& code) {
  int64_t bytes = 0;
  for (const CodeArea& area : code.areas) bytes += static_cast<int64_t>(area.bytes.size());
  return bytes;
}

// All candidates of the audit's callees. Checked: each proven branch is among them.
void sieve(benchmark::State& state) {
  const auto& [library, sites] = the_subject();
  std::vector<uint64_t> watched;
  for (const auto& [address, callees] : sites.callees.slots) watched.push_back(address);
  std::size_t branches = 0;
  for (const CallSite& site : sites.calls.sites) {
    if (site.form == SiteForm::through_register) continue;
    watched.push_back(site.target);
    ++branches;
  }
  std::size_t found = 0;
  for (auto _ : state) found = find_displacements(sites.code.areas, watched, {}, 1).size();
  if (found < branches) state.SkipWithError("the sieve misses branches");
  state.SetBytesProcessed(state.iterations() * code_bytes(sites.code));
}

// Every instruction of every function; `decode` is by what.
void decode_all(benchmark::State& state, std::size_t (*decode)(std::span<const std::byte>)) {
  const CodeMap& code = the_subject().sites.code;
  int64_t bytes = 0, expected = 0;
  for (std::size_t index = 0; index < code.ranges.size(); ++index) {
    CodeRange range = code.ranges[index];
    if (range.in_function) expected += static_cast<int64_t>(range.bytes.size());
  }
  for (auto _ : state) {
    bytes = 0;
    for (std::size_t index = 0; index < code.ranges.size(); ++index) {
      CodeRange range = code.ranges[index];
      if (!range.in_function) continue;
      for (std::size_t at = 0; at < range.bytes.size();) at += decode(range.bytes.subspan(at));
      bytes += static_cast<int64_t>(range.bytes.size());
    }
  }
  if (bytes != expected) state.SkipWithError("code was left out");
  state.SetBytesProcessed(state.iterations() * bytes);
}

std::size_t by_outline(std::span<const std::byte> code) {
  std::optional<Outline> instruction = outline(code);
  return instruction ? instruction->length : 1;
}

std::size_t by_usual_length(std::span<const std::byte> code) {
  if (code.size() >= x86::usual_length_lookahead) {
    const uint8_t* bytes = reinterpret_cast<const uint8_t*>(code.data());
    if (std::size_t length = x86::usual_length(bytes); length != 0) return length;
  }
  return by_outline(code);
}

// Where each call site's instruction begins, found from 48 bytes before it. Checked: where the ways
// meet, they meet at the site.
void settle(benchmark::State& state) {
  const LibrarySites& sites = the_subject().sites;
  int64_t settled = 0, wrong = 0;
  for (auto _ : state) {
    settled = wrong = 0;
    for (const CallSite& site : sites.calls.sites) {
      CodeRange range = sites.code.ranges[*sites.code.ranges.index_at(site.address)];
      std::size_t offset = site.address - range.begin;
      if (offset < settling_bytes) continue;
      std::optional<std::size_t> begin = settled_begin(range.bytes, offset);
      settled += begin.has_value();
      wrong += begin && *begin != offset;
    }
  }
  if (wrong != 0) state.SkipWithError("an instruction was found elsewhere");
  state.SetItemsProcessed(state.iterations() * settled);
}

// From opening the file to the sites of malloc and free.
void count_sites(benchmark::State& state) {
  std::size_t found = 0;
  for (auto _ : state) {
    Library library = read_library(subject(), {.file = {}, .folders = {}, .none = true});
    found = find_library_sites(library, WatchList::of({"malloc", "free"}), 1).calls.sites.size();
  }
  if (found > the_subject().sites.calls.sites.size()) state.SkipWithError("more sites than all");
  state.SetBytesProcessed(state.iterations() * code_bytes(the_subject().sites.code));
}

BENCHMARK(sieve)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(decode_all, outline, by_outline)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(decode_all, usual_length, by_usual_length)->Unit(benchmark::kMillisecond);
BENCHMARK(settle)->Unit(benchmark::kMillisecond);
BENCHMARK(count_sites)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ltoscope::audit

BENCHMARK_MAIN();
