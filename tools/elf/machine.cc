// Machine names.
#include "elf/machine.h"

#include <fmt/format.h>

namespace ltoscope::elf {

std::string machine_name(Machine machine) {
  switch (machine) {
    case Machine::i386:
      return "i386";
    case Machine::mips:
      return "MIPS";
    case Machine::ppc64:
      return "PowerPC64";
    case Machine::s390:
      return "s390";
    case Machine::arm:
      return "ARM";
    case Machine::x86_64:
      return "x86-64";
    case Machine::aarch64:
      return "AArch64";
    case Machine::riscv:
      return "RISC-V";
    case Machine::loongarch:
      return "LoongArch";
  }
  return fmt::format("machine {}", static_cast<int>(machine));
}

}  // namespace ltoscope::elf
