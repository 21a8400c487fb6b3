// Relocations as Android's linkers pack them (`--pack-dyn-relocs=android`): groups that share what
// they can, in signed LEB128 numbers after the letters "APS2".
#pragma once

#include "elf/relocations.h"

namespace ltoscope::elf {

void read_android_relocations(const Image& image, const ByteReader& bytes, bool with_addend,
                              std::vector<Relocation>& relocations);

}  // namespace ltoscope::elf
