// Translates what Zydis decodes.
#include "audit/x86_instruction.h"

#include <Zydis/Zydis.h>

namespace ltoscope::audit {
namespace {

constexpr uint8_t far_call = 3, far_jump = 5;  // ModRM.reg of FF

ZydisDecoder make_decoder() {
  ZydisDecoder decoder;
  ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  return decoder;
}

bool is_far(const ZydisDecodedInstruction& decoded) {
  return decoded.opcode == 0xff &&
         (decoded.raw.modrm.reg == far_call || decoded.raw.modrm.reg == far_jump);
}

bool is_conditional_jump(ZydisMnemonic mnemonic) {
  switch (mnemonic) {
    case ZYDIS_MNEMONIC_JB:
    case ZYDIS_MNEMONIC_JBE:
    case ZYDIS_MNEMONIC_JCXZ:
    case ZYDIS_MNEMONIC_JECXZ:
    case ZYDIS_MNEMONIC_JL:
    case ZYDIS_MNEMONIC_JLE:
    case ZYDIS_MNEMONIC_JNB:
    case ZYDIS_MNEMONIC_JNBE:
    case ZYDIS_MNEMONIC_JNL:
    case ZYDIS_MNEMONIC_JNLE:
    case ZYDIS_MNEMONIC_JNO:
    case ZYDIS_MNEMONIC_JNP:
    case ZYDIS_MNEMONIC_JNS:
    case ZYDIS_MNEMONIC_JNZ:
    case ZYDIS_MNEMONIC_JO:
    case ZYDIS_MNEMONIC_JP:
    case ZYDIS_MNEMONIC_JRCXZ:
    case ZYDIS_MNEMONIC_JS:
    case ZYDIS_MNEMONIC_JZ:
    case ZYDIS_MNEMONIC_LOOP:
    case ZYDIS_MNEMONIC_LOOPE:
    case ZYDIS_MNEMONIC_LOOPNE:
      return true;
    default:
      return false;
  }
}

bool is_conditional_move(ZydisMnemonic mnemonic) {
  switch (mnemonic) {
    case ZYDIS_MNEMONIC_CMOVB:
    case ZYDIS_MNEMONIC_CMOVBE:
    case ZYDIS_MNEMONIC_CMOVL:
    case ZYDIS_MNEMONIC_CMOVLE:
    case ZYDIS_MNEMONIC_CMOVNB:
    case ZYDIS_MNEMONIC_CMOVNBE:
    case ZYDIS_MNEMONIC_CMOVNL:
    case ZYDIS_MNEMONIC_CMOVNLE:
    case ZYDIS_MNEMONIC_CMOVNO:
    case ZYDIS_MNEMONIC_CMOVNP:
    case ZYDIS_MNEMONIC_CMOVNS:
    case ZYDIS_MNEMONIC_CMOVNZ:
    case ZYDIS_MNEMONIC_CMOVO:
    case ZYDIS_MNEMONIC_CMOVP:
    case ZYDIS_MNEMONIC_CMOVS:
    case ZYDIS_MNEMONIC_CMOVZ:
      return true;
    default:
      return false;
  }
}

Operation operation_of(const ZydisDecodedInstruction& decoded) {
  switch (decoded.mnemonic) {
    case ZYDIS_MNEMONIC_CALL:
      return is_far(decoded) ? Operation::other : Operation::call;
    case ZYDIS_MNEMONIC_JMP:
      return is_far(decoded) ? Operation::stop : Operation::jump;
    case ZYDIS_MNEMONIC_RET:
    case ZYDIS_MNEMONIC_IRETQ:
    case ZYDIS_MNEMONIC_UD2:
    case ZYDIS_MNEMONIC_HLT:
    case ZYDIS_MNEMONIC_INT3:
      return Operation::stop;
    case ZYDIS_MNEMONIC_MOV:
      return Operation::move;
    case ZYDIS_MNEMONIC_LEA:
      return Operation::load_address;
    case ZYDIS_MNEMONIC_ADD:
      return Operation::add;
    case ZYDIS_MNEMONIC_SUB:
      return Operation::subtract;
    case ZYDIS_MNEMONIC_PUSH:
      return Operation::push;
    case ZYDIS_MNEMONIC_POP:
      return Operation::pop;
    case ZYDIS_MNEMONIC_LEAVE:
      return Operation::leave;
    case ZYDIS_MNEMONIC_XCHG:
      return Operation::exchange;
    case ZYDIS_MNEMONIC_CMP:
    case ZYDIS_MNEMONIC_TEST:
      return Operation::compare;
    case ZYDIS_MNEMONIC_NOP:
      return Operation::nop;
    default:
      if (is_conditional_jump(decoded.mnemonic)) return Operation::conditional_jump;
      return is_conditional_move(decoded.mnemonic) ? Operation::conditional_move : Operation::other;
  }
}

// Zydis numbers the general registers as the processor does.
Register general_register(ZydisRegister reg) {
  ZydisRegister whole = ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, reg);
  if (ZydisRegisterGetClass(whole) != ZYDIS_REGCLASS_GPR64) return no_register;
  return static_cast<Register>(ZydisRegisterGetId(whole));
}

Memory memory_of(const ZydisDecodedInstruction& decoded, const ZydisDecodedOperand& operand,
                 uint64_t address) {
  Memory memory;
  memory.thread_local_segment =
      operand.mem.segment == ZYDIS_REGISTER_FS || operand.mem.segment == ZYDIS_REGISTER_GS;
  memory.displacement = operand.mem.disp.value;
  if (operand.mem.base == ZYDIS_REGISTER_RIP || operand.mem.base == ZYDIS_REGISTER_EIP) {
    memory.displacement = static_cast<int64_t>(address + decoded.length +
                                               static_cast<uint64_t>(operand.mem.disp.value));
    memory.pc_relative = true;
    memory.fixed = true;
    return memory;
  }
  memory.base = general_register(operand.mem.base);
  memory.index = general_register(operand.mem.index);
  memory.scale = operand.mem.scale;
  memory.fixed =
      operand.mem.base == ZYDIS_REGISTER_NONE && operand.mem.index == ZYDIS_REGISTER_NONE;
  return memory;
}

Operand operand_of(const ZydisDecodedInstruction& decoded, const ZydisDecodedOperand& source,
                   uint64_t address) {
  Operand operand;
  operand.kind = Operand::Kind::other;
  operand.bits = source.size;
  operand.read = (source.actions & ZYDIS_OPERAND_ACTION_MASK_READ) != 0;
  operand.written = (source.actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) != 0;
  if (source.type == ZYDIS_OPERAND_TYPE_REGISTER) {
    operand.reg = general_register(source.reg.value);
    if (operand.reg != no_register) operand.kind = Operand::Kind::general_register;
  } else if (source.type == ZYDIS_OPERAND_TYPE_IMMEDIATE) {
    operand.kind = Operand::Kind::immediate;
    operand.immediate = source.imm.value.u;
    if (source.imm.is_relative) operand.immediate += address + decoded.length;
    // A 32-bit destination is filled up with zeros.
    if (decoded.operand_width == 32 && !source.imm.is_relative) operand.immediate &= 0xffffffff;
  } else if (source.type == ZYDIS_OPERAND_TYPE_MEMORY) {
    operand.kind = Operand::Kind::memory;
    operand.memory = memory_of(decoded, source, address);
  }
  return operand;
}

}  // namespace

std::optional<Instruction> decode(std::span<const std::byte> code, uint64_t address) {
  static const ZydisDecoder decoder = make_decoder();
  ZydisDecodedInstruction decoded;
  std::array<ZydisDecodedOperand, ZYDIS_MAX_OPERAND_COUNT> operands;
  if (!ZYAN_SUCCESS(
          ZydisDecoderDecodeFull(&decoder, code.data(), code.size(), &decoded, operands.data()))) {
    return std::nullopt;
  }
  Instruction instruction{address, decoded.length, operation_of(decoded), {}, 0, {}};
  for (int index = 0; index < decoded.operand_count; ++index) {
    const ZydisDecodedOperand& source = operands[static_cast<std::size_t>(index)];
    Operand operand = operand_of(decoded, source, address);
    if (operand.kind == Operand::Kind::general_register && operand.written) {
      instruction.registers_written |= uint32_t{1} << operand.reg;
    }
    if (index < decoded.operand_count_visible &&
        index < static_cast<int>(instruction.operands.size())) {
      instruction.operands[static_cast<std::size_t>(index)] = operand;
    }
  }
  // The destination is also the first of the two that are joined.
  if (instruction.operation == Operation::add || instruction.operation == Operation::subtract ||
      instruction.operation == Operation::conditional_move) {
    instruction.operands[2] = instruction.operands[1];
    instruction.operands[1] = instruction.operands[0];
  }
  return instruction;
}

std::string instruction_text(std::span<const std::byte> code, uint64_t address) {
  static const ZydisDecoder decoder = make_decoder();
  ZydisDecodedInstruction decoded;
  std::array<ZydisDecodedOperand, ZYDIS_MAX_OPERAND_COUNT> operands;
  if (!ZYAN_SUCCESS(
          ZydisDecoderDecodeFull(&decoder, code.data(), code.size(), &decoded, operands.data()))) {
    return "";
  }
  ZydisFormatter formatter;
  ZydisFormatterInit(&formatter, ZYDIS_FORMATTER_STYLE_ATT);
  std::array<char, 256> text{};
  ZydisFormatterFormatInstruction(&formatter, &decoded, operands.data(),
                                  decoded.operand_count_visible, text.data(), text.size(), address,
                                  nullptr);
  return text.data();
}

}  // namespace ltoscope::audit
