// Tables of the relocation types of two machines, and the opcodes before them.
#include "audit/relocation_forms.h"

#include <elf.h>

namespace ltoscope::audit {
namespace {

uint8_t byte_at(std::span<const std::byte> bytes, uint64_t offset) {
  return static_cast<uint8_t>(bytes[offset]);
}

// The instruction that ends in a 32-bit distance to the function itself. E8 and E9 cannot be the
// ModRM byte of an operand relative to the instruction, whose top bits are 00.
ObjectSiteForm direct_form(std::span<const std::byte> bytes, uint64_t offset) {
  if (offset < 1) return ObjectSiteForm::address_in_code;
  uint8_t last = byte_at(bytes, offset - 1);
  if (last == 0xe8) return ObjectSiteForm::call;
  if (last == 0xe9) return ObjectSiteForm::tail_jump;
  bool conditional = offset >= 2 && byte_at(bytes, offset - 2) == 0x0f && (last & 0xf0) == 0x80;
  return conditional ? ObjectSiteForm::conditional_tail_jump : ObjectSiteForm::address_in_code;
}

ObjectSiteForm short_form(std::span<const std::byte> bytes, uint64_t offset) {
  if (offset < 1) return ObjectSiteForm::address_in_code;
  uint8_t last = byte_at(bytes, offset - 1);
  if (last == 0xeb) return ObjectSiteForm::tail_jump;
  return (last & 0xf0) == 0x70 ? ObjectSiteForm::conditional_tail_jump
                               : ObjectSiteForm::address_in_code;
}

// The instruction whose operand is the function's slot in the global offset table.
ObjectSiteForm slot_form(std::span<const std::byte> bytes, uint64_t offset) {
  if (offset < 2) return ObjectSiteForm::unresolved;
  uint8_t opcode = byte_at(bytes, offset - 2);
  uint8_t operand = byte_at(bytes, offset - 1);
  if (opcode == 0xff && operand == 0x15) return ObjectSiteForm::call;
  if (opcode == 0xff && operand == 0x25) return ObjectSiteForm::tail_jump;
  // cmp and test look at the address only.
  bool compared = opcode == 0x3b || opcode == 0x39 || opcode == 0x85;
  return compared ? ObjectSiteForm::address_in_code : ObjectSiteForm::unresolved;
}

}  // namespace

ObjectSiteForm x86_64_site(uint32_t type, std::span<const std::byte> bytes, uint64_t offset,
                           bool in_code) {
  if (offset >= bytes.size()) return ObjectSiteForm::none;
  if (!in_code) {
    // The size of a symbol is no address.
    bool no_address = type == R_X86_64_NONE || type == R_X86_64_SIZE32 || type == R_X86_64_SIZE64;
    return no_address ? ObjectSiteForm::none : ObjectSiteForm::address_in_data;
  }
  switch (type) {
    case R_X86_64_PC32:
    case R_X86_64_PLT32:
      return direct_form(bytes, offset);
    case R_X86_64_PC8:
      return short_form(bytes, offset);
    case R_X86_64_GOTPCREL:
    case R_X86_64_GOTPCRELX:
    case R_X86_64_REX_GOTPCRELX:
      return slot_form(bytes, offset);
    case R_X86_64_32:
    case R_X86_64_32S:
      return ObjectSiteForm::address_in_code;
    case R_X86_64_NONE:
    case R_X86_64_SIZE32:
    case R_X86_64_SIZE64:
      return ObjectSiteForm::none;
    default:
      // Of the large code model or of newer instructions: the address is in a register.
      return ObjectSiteForm::unresolved;
  }
}

ObjectSiteForm aarch64_site(uint32_t type, std::span<const std::byte> bytes, uint64_t offset,
                            bool in_code) {
  constexpr uint64_t instruction_size = 4;
  if (offset >= bytes.size() || bytes.size() - offset < instruction_size)
    return ObjectSiteForm::none;
  if (!in_code)
    return type == R_AARCH64_NONE ? ObjectSiteForm::none : ObjectSiteForm::address_in_data;
  switch (type) {
    case R_AARCH64_CALL26:
    case R_AARCH64_JUMP26: {
      // The two types may stand for each other; bl has the top bit. Instructions are little endian
      // in either byte order.
      bool links = (byte_at(bytes, offset + instruction_size - 1) & 0x80) != 0;
      return links ? ObjectSiteForm::call : ObjectSiteForm::tail_jump;
    }
    case R_AARCH64_CONDBR19:
    case R_AARCH64_TSTBR14:
      return ObjectSiteForm::conditional_tail_jump;
    // The first instruction of each sequence that makes an address; the others are parts of it.
    case R_AARCH64_ADR_PREL_PG_HI21:
    case R_AARCH64_ADR_PREL_PG_HI21_NC:
    case R_AARCH64_ADR_PREL_LO21:
    case R_AARCH64_LD_PREL_LO19:
    case R_AARCH64_ABS64:
    case R_AARCH64_ABS32:
    case R_AARCH64_PREL64:
    case R_AARCH64_PREL32:
      return ObjectSiteForm::address_in_code;
    case R_AARCH64_ADR_GOT_PAGE:
    case R_AARCH64_GOT_LD_PREL19:
    case R_AARCH64_MOVW_UABS_G0:
    case R_AARCH64_MOVW_UABS_G0_NC:
      return ObjectSiteForm::unresolved;
    default:
      return ObjectSiteForm::none;
  }
}

std::optional<ObjectTlsModel> x86_64_tls_model(uint32_t type) {
  // Forms for newer instructions, which the system's elf.h may not know.
  constexpr uint32_t code_4_gottpoff = 44;
  constexpr uint32_t code_4_descriptor = 45;
  constexpr uint32_t code_5_gottpoff = 47;
  constexpr uint32_t code_5_descriptor = 48;
  constexpr uint32_t code_6_gottpoff = 50;
  constexpr uint32_t code_6_descriptor = 51;
  switch (type) {
    case R_X86_64_TLSGD:
      return ObjectTlsModel::general_dynamic;
    case R_X86_64_TLSLD:
      return ObjectTlsModel::local_dynamic;
    case R_X86_64_DTPOFF32:
    case R_X86_64_DTPOFF64:
      return ObjectTlsModel::local_dynamic_use;
    case R_X86_64_GOTPC32_TLSDESC:
    case code_4_descriptor:
    case code_5_descriptor:
    case code_6_descriptor:
      return ObjectTlsModel::descriptor;
    case R_X86_64_GOTTPOFF:
    case code_4_gottpoff:
    case code_5_gottpoff:
    case code_6_gottpoff:
      return ObjectTlsModel::initial_exec;
    case R_X86_64_TPOFF32:
    case R_X86_64_TPOFF64:
      return ObjectTlsModel::local_exec;
    default:
      return std::nullopt;
  }
}

std::optional<ObjectTlsModel> aarch64_tls_model(uint32_t type) {
  switch (type) {
    case R_AARCH64_TLSGD_ADR_PAGE21:
    case R_AARCH64_TLSGD_ADR_PREL21:
      return ObjectTlsModel::general_dynamic;
    case R_AARCH64_TLSLD_ADR_PAGE21:
    case R_AARCH64_TLSLD_ADR_PREL21:
      return ObjectTlsModel::local_dynamic;
    case R_AARCH64_TLSLD_ADD_DTPREL_HI12:
      return ObjectTlsModel::local_dynamic_use;
    case R_AARCH64_TLSDESC_CALL:
      return ObjectTlsModel::descriptor;
    case R_AARCH64_TLSIE_ADR_GOTTPREL_PAGE21:
    case R_AARCH64_TLSIE_LD_GOTTPREL_PREL19:
      return ObjectTlsModel::initial_exec;
    case R_AARCH64_TLSLE_ADD_TPREL_HI12:
    case R_AARCH64_TLSLE_MOVW_TPREL_G0:
    case R_AARCH64_TLSLE_MOVW_TPREL_G0_NC:
      return ObjectTlsModel::local_exec;
    default:
      return std::nullopt;
  }
}

}  // namespace ltoscope::audit
