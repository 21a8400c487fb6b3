// The numbers of the DWARF format that the reader acts on, by the standard's names, with those that
// GNU and LLVM tools use beside it.
#pragma once

#include <cstdint>

namespace ltoscope::dwarf {

enum class Tag : uint16_t {
  array_type = 0x01,
  pointer_type = 0x0f,
  reference_type = 0x10,
  compile_unit = 0x11,
  typedef_type = 0x16,
  inlined_subroutine = 0x1d,
  subrange_type = 0x21,
  const_type = 0x26,
  subprogram = 0x2e,
  variable = 0x34,
  volatile_type = 0x35,
  partial_unit = 0x3c,
  type_unit = 0x41,
  rvalue_reference_type = 0x42,
  atomic_type = 0x47,
  call_site = 0x48,
  skeleton_unit = 0x4a,
  gnu_call_site = 0x4109,
};

enum class Attribute : uint16_t {
  location = 0x02,
  name = 0x03,
  byte_size = 0x0b,
  statements = 0x10,  // DW_AT_stmt_list: where the unit's line table is
  low_pc = 0x11,
  high_pc = 0x12,
  compilation_folder = 0x1b,
  producer = 0x25,
  upper_bound = 0x2f,
  abstract_origin = 0x31,
  count = 0x37,
  specification = 0x47,
  type = 0x49,
  ranges = 0x55,
  call_file = 0x58,
  call_line = 0x59,
  linkage_name = 0x6e,
  string_offsets_base = 0x72,
  address_base = 0x73,
  range_lists_base = 0x74,
  dwo_name = 0x76,
  call_return_pc = 0x7d,
  call_origin = 0x7f,
  call_pc = 0x81,
  call_tail_call = 0x82,
  call_target = 0x83,
  mips_linkage_name = 0x2007,
  gnu_call_site_target = 0x2113,
  gnu_tail_call = 0x2115,
  gnu_dwo_name = 0x2130,
  gnu_dwo_id = 0x2131,
  gnu_ranges_base = 0x2132,
  gnu_address_base = 0x2133,
};

enum class Form : uint16_t {
  addr = 0x01,
  block2 = 0x03,
  block4 = 0x04,
  data2 = 0x05,
  data4 = 0x06,
  data8 = 0x07,
  string = 0x08,
  block = 0x09,
  block1 = 0x0a,
  data1 = 0x0b,
  flag = 0x0c,
  sdata = 0x0d,
  strp = 0x0e,
  udata = 0x0f,
  ref_addr = 0x10,
  ref1 = 0x11,
  ref2 = 0x12,
  ref4 = 0x13,
  ref8 = 0x14,
  ref_udata = 0x15,
  indirect = 0x16,
  sec_offset = 0x17,
  exprloc = 0x18,
  flag_present = 0x19,
  strx = 0x1a,
  addrx = 0x1b,
  ref_sup4 = 0x1c,
  strp_sup = 0x1d,
  data16 = 0x1e,
  line_strp = 0x1f,
  ref_sig8 = 0x20,
  implicit_const = 0x21,
  loclistx = 0x22,
  rnglistx = 0x23,
  ref_sup8 = 0x24,
  strx1 = 0x25,
  strx2 = 0x26,
  strx3 = 0x27,
  strx4 = 0x28,
  addrx1 = 0x29,
  addrx2 = 0x2a,
  addrx3 = 0x2b,
  addrx4 = 0x2c,
  gnu_addr_index = 0x1f01,
  gnu_str_index = 0x1f02,
  gnu_ref_alt = 0x1f20,
  gnu_strp_alt = 0x1f21,
};

enum class UnitType : uint8_t {
  compile = 1,
  type = 2,
  partial = 3,
  skeleton = 4,
  split_compile = 5,
  split_type = 6,
};

enum class RangeEntry : uint8_t {
  end_of_list = 0,
  base_addressx = 1,
  startx_endx = 2,
  startx_length = 3,
  offset_pair = 4,
  base_address = 5,
  start_end = 6,
  start_length = 7,
};

enum class LineOperation : uint8_t {
  extended = 0,
  copy = 1,
  advance_pc = 2,
  advance_line = 3,
  set_file = 4,
  set_column = 5,
  negate_statement = 6,
  set_basic_block = 7,
  const_add_pc = 8,
  fixed_advance_pc = 9,
};

enum class ExtendedLineOperation : uint8_t { end_sequence = 1, set_address = 2, define_file = 3 };

enum class LineContent : uint16_t { path = 1, folder_index = 2 };

enum class Operation : uint8_t {
  addr = 0x03,
  const1u = 0x08,
  const2u = 0x0a,
  const4u = 0x0c,
  const8u = 0x0e,
  constu = 0x10,
  plus_uconst = 0x23,
  form_tls_address = 0x9b,
  addrx = 0xa1,
  constx = 0xa2,
  gnu_push_tls_address = 0xe0,
  gnu_addr_index = 0xfb,
  gnu_const_index = 0xfc,
};

}  // namespace ltoscope::dwarf
