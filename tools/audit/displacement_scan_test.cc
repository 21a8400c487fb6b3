// The sieve finds what a look at every position finds.
#include "audit/displacement_scan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <vector>

namespace ltoscope::audit {
namespace {

constexpr uint64_t base = 0x7fff'f000;  // so that addresses pass 4 GiB / 2

struct Code {
  std::vector<std::byte> bytes = std::vector<std::byte>(4096, std::byte{0x90});

  void put(std::size_t at, std::initializer_list<int> opcode, int64_t displacement) {
    for (int byte : opcode) bytes[at++] = static_cast<std::byte>(byte);
    int32_t value = static_cast<int32_t>(displacement);
    std::memcpy(bytes.data() + at, &value, sizeof value);
  }
  // A reference from an instruction whose displacement stands at this offset.
  static int64_t distance(std::size_t at, uint64_t target) {
    return static_cast<int64_t>(target - (base + at + 4));
  }
};

std::vector<uint64_t> offsets_of(const Code& code, std::vector<uint64_t> watched,
                                 const ScanForms& forms = {}) {
  std::vector<Candidate> candidates;
  DisplacementScan(std::move(watched), forms).look(base, code.bytes, candidates);
  std::vector<uint64_t> offsets;
  for (const Candidate& candidate : candidates) offsets.push_back(candidate.position - base);
  return offsets;
}

TEST(DisplacementScan, FindsEachFormAtEveryAlignment) {
  constexpr uint64_t near = base + 0x2000, far = base + 0x4000'0000, below = base - 0x3000'0000;
  for (std::size_t shift = 0; shift < 40; ++shift) {
    Code code;
    code.put(shift, {0xe8}, Code::distance(shift + 1, near));
    code.put(shift + 10, {0x0f, 0x84}, Code::distance(shift + 12, below));
    code.put(shift + 20, {0xff, 0x25}, Code::distance(shift + 22, far));
    code.put(shift + 30, {0x48, 0x8b, 0x3d}, Code::distance(shift + 33, near + 8));
    EXPECT_EQ(offsets_of(code, {near, near + 8, below, far}),
              (std::vector<uint64_t>{shift + 1, shift + 12, shift + 22, shift + 33}));
    EXPECT_EQ(offsets_of(code, {near + 1, far + 8, below - 16}), std::vector<uint64_t>{});
  }
}

TEST(DisplacementScan, NeedsAnOpcodeBeforeTheBytes) {
  Code code;
  code.put(100, {0xb8}, Code::distance(101, base + 0x2000));  // mov $,%eax
  code.put(200, {0x84}, Code::distance(201, base + 0x2000));  // no 0f before it
  EXPECT_EQ(offsets_of(code, {base + 0x2000}), std::vector<uint64_t>{});
}

TEST(DisplacementScan, FindsAddressesAndDistancesFromTheGot) {
  Code code;
  constexpr uint64_t target = 0x40'1234, got = base + 0x1'0000;
  code.put(50, {0xbf}, int64_t{target});
  code.put(333, {0x48, 0xb8}, static_cast<int64_t>(target - got));
  code.put(444, {0xb8}, static_cast<int64_t>(target - got));
  EXPECT_EQ(offsets_of(code, {target}), std::vector<uint64_t>{});
  EXPECT_EQ(offsets_of(code, {target}, {.absolute = true, .got_address = {}}),
            std::vector<uint64_t>{51});
  EXPECT_EQ(offsets_of(code, {target}, {.got_address = got}), std::vector<uint64_t>{335});
}

// Pieces of a large area share no position and miss none.
TEST(DisplacementScan, PiecesOfAnAreaLeaveNothingOut) {
  constexpr std::size_t size = (std::size_t{2} << 20) + 777;
  std::vector<std::byte> bytes(size, std::byte{0x90});
  std::vector<uint64_t> expected;
  constexpr uint64_t target = base + size;
  for (std::size_t at = 1; at + 6 < size; at += 31) {
    bytes[at - 1] = std::byte{0xe9};
    int32_t distance = static_cast<int32_t>(target - (base + at + 4));
    std::memcpy(bytes.data() + at, &distance, sizeof distance);
    expected.push_back(base + at);
  }
  std::vector<CodeArea> areas = {{base, bytes}};
  std::vector<uint64_t> found;
  for (const Candidate& candidate : find_displacements(areas, {target}, {}, 2)) {
    found.push_back(candidate.position);
  }
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace ltoscope::audit
