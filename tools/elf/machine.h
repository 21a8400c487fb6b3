// Processors by name. Tables are read for any of them; what depends on instructions is done for
// x86-64.
#pragma once

#include <cstdint>
#include <string>

namespace ltoscope::elf {

// Values are those of the file, so that a machine without a name here keeps its number.
enum class Machine : uint16_t {
  i386 = 3,
  mips = 8,
  ppc64 = 21,
  s390 = 22,
  arm = 40,
  x86_64 = 62,
  aarch64 = 183,
  riscv = 243,
  loongarch = 258,
};

// "x86-64", or "machine 42" for one that has no name here.
std::string machine_name(Machine machine);

}  // namespace ltoscope::elf
