// Walks a class file: constants, then fields and methods, whose attributes are skipped.
#include "gate/java_class.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>

#include "elf/byte_reader.h"
#include "elf/mapped_file.h"
#include "elf/name_budget.h"

namespace ltoscope::gate {
namespace {

constexpr uint32_t class_magic = 0xcafebabe;
constexpr uint16_t native_flag = 0x0100;

// Tags of constants (chapter 4.4 of the Java virtual machine's specification).
enum ConstantTag : uint8_t {
  utf8 = 1,
  integer = 3,
  floating = 4,
  long_integer = 5,
  double_floating = 6,
  class_reference = 7,
  text = 8,
  field_reference = 9,
  method_reference = 10,
  interface_method_reference = 11,
  name_and_type = 12,
  method_handle = 15,
  method_type = 16,
  dynamic = 17,
  invoke_dynamic = 18,
  module = 19,
  package = 20,
};

struct Constant {
  std::string_view text;  // of a utf8 constant
  uint16_t name = 0;      // of a class: index of its name
  uint8_t tag = 0;
};

class ClassReader {
 public:
  explicit ClassReader(const elf::ByteReader& bytes) : bytes_(bytes), cursor_(bytes, 0) {}

  std::vector<NativeMethod> native_methods() {
    uint32_t magic = cursor_.u32();
    if (magic != class_magic) {
      bytes_.reject(fmt::format("{:#x} as its first bytes", magic),
                    "0xcafebabe, a Java class file");
    }
    cursor_.skip(4);  // version
    read_constants();
    cursor_.skip(2);  // flags of the class
    std::string class_name(text_at(class_at(cursor_.u16()).name));
    cursor_.skip(2);  // super class
    uint64_t interfaces = cursor_.u16();
    cursor_.skip(interfaces * 2);
    std::vector<NativeMethod> ignored, natives;
    read_members(class_name, ignored);  // fields, none of which is native
    read_members(class_name, natives);
    return natives;
  }

 private:
  void read_constants() {
    uint16_t count = cursor_.u16();
    constants_.resize(count);
    // The first has number 1; a long or a double takes two numbers.
    for (uint32_t index = 1; index < count; ++index) {
      Constant& constant = constants_[index];
      constant.tag = cursor_.u8();
      switch (constant.tag) {
        case utf8: {
          uint16_t length = cursor_.u16();
          std::span<const std::byte> content =
              bytes_.part("constant", cursor_.offset(), length).bytes();
          constant.text = {reinterpret_cast<const char*>(content.data()), content.size()};
          cursor_.skip(length);
          break;
        }
        case class_reference:
          constant.name = cursor_.u16();
          break;
        case text:
        case method_type:
        case module:
        case package:
          cursor_.skip(2);
          break;
        case method_handle:
          cursor_.skip(3);
          break;
        case integer:
        case floating:
        case field_reference:
        case method_reference:
        case interface_method_reference:
        case name_and_type:
        case dynamic:
        case invoke_dynamic:
          cursor_.skip(4);
          break;
        case long_integer:
        case double_floating:
          cursor_.skip(8);
          ++index;
          break;
        default:
          bytes_.reject(fmt::format("constant {} of the unknown kind {}", index, constant.tag),
                        "one that the class file format has");
      }
    }
  }

  std::string_view text_at(uint16_t index) const {
    if (index >= constants_.size() || constants_[index].tag != utf8) {
      bytes_.reject(fmt::format("constant {} as a name", index), "text");
    }
    return constants_[index].text;
  }

  const Constant& class_at(uint16_t index) const {
    if (index >= constants_.size() || constants_[index].tag != class_reference) {
      bytes_.reject(fmt::format("constant {} as the class itself", index), "a class");
    }
    return constants_[index];
  }

  // Fields and methods are laid out alike.
  void read_members(const std::string& class_name, std::vector<NativeMethod>& natives) {
    uint16_t count = cursor_.u16();
    for (uint16_t index = 0; index < count; ++index) {
      uint16_t flags = cursor_.u16();
      uint16_t name = cursor_.u16();
      uint16_t descriptor = cursor_.u16();
      uint16_t attributes = cursor_.u16();
      for (uint16_t attribute = 0; attribute < attributes; ++attribute) {
        cursor_.skip(2);  // its name
        cursor_.skip(cursor_.u32());
      }
      if ((flags & native_flag) == 0) continue;
      names_read_.add(class_name, bytes_);
      names_read_.add(text_at(name), bytes_);
      names_read_.add(text_at(descriptor), bytes_);
      natives.push_back({class_name, std::string(text_at(name)), std::string(text_at(descriptor))});
    }
  }

  const elf::ByteReader& bytes_;
  elf::ByteCursor cursor_;
  std::vector<Constant> constants_;
  elf::NameBudget names_read_{bytes_.size()};  // methods may share theirs
};

}  // namespace

std::vector<NativeMethod> native_methods_of_class(const std::filesystem::path& class_file) {
  elf::MappedFile file(class_file);
  elf::ByteReader bytes(file.name(), "class file", file.bytes(), std::endian::big);
  return ClassReader(bytes).native_methods();
}

}  // namespace ltoscope::gate
