// Mangling, and reading of signatures.
#include "gate/jni_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace ltoscope::gate {
namespace {

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// The UTF-16 unit that starts at position at of modified UTF-8, which moves behind it. Modified
// UTF-8 writes characters beyond 16 bits as two units of three bytes each, so every unit stands
// alone. Bytes that are none stand for themselves.
uint16_t next_unit(std::string_view text, std::size_t& at) {
  auto byte = [&](std::size_t index) {
    return index < text.size() ? static_cast<uint8_t>(text[index]) : uint8_t{0};
  };
  auto continues = [&](std::size_t index) { return (byte(index) & 0xc0) == 0x80; };
  uint8_t first = byte(at);
  if ((first & 0xe0) == 0xc0 && continues(at + 1)) {
    at += 2;
    return static_cast<uint16_t>((first & 0x1f) << 6 | (byte(at - 1) & 0x3f));
  }
  if ((first & 0xf0) == 0xe0 && continues(at + 1) && continues(at + 2)) {
    at += 3;
    return static_cast<uint16_t>((first & 0x0f) << 12 | (byte(at - 2) & 0x3f) << 6 |
                                 (byte(at - 1) & 0x3f));
  }
  ++at;
  return first;
}

std::string mangled(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    char c = text[at];
    if (is_plain(c)) {
      result += c;
    } else if (c == '/') {
      result += '_';
    } else if (c == '_') {
      result += "_1";
    } else if (c == ';') {
      result += "_2";
    } else if (c == '[') {
      result += "_3";
    } else {
      result += fmt::format("_0{:04x}", next_unit(text, at));
      continue;
    }
    ++at;
  }
  return result;
}

struct PrimitiveType {
  std::string_view name;
  char letter;
};
constexpr std::array primitive_types = {
    PrimitiveType{"boolean", 'Z'}, PrimitiveType{"byte", 'B'},  PrimitiveType{"char", 'C'},
    PrimitiveType{"short", 'S'},   PrimitiveType{"int", 'I'},   PrimitiveType{"long", 'J'},
    PrimitiveType{"float", 'F'},   PrimitiveType{"double", 'D'}};

std::string_view without_spaces(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::string with_slashes(std::string_view text) {
  std::string result(text);
  std::replace(result.begin(), result.end(), '.', '/');
  return result;
}

// "java.lang.String[]" as "[Ljava/lang/String;". Empty when it is no type.
std::string type_descriptor(std::string_view type) {
  std::string arrays;
  while (type.ends_with("[]")) {
    type = without_spaces(type.substr(0, type.size() - 2));
    arrays += '[';
  }
  for (const PrimitiveType& primitive : primitive_types) {
    if (type == primitive.name) return arrays + primitive.letter;
  }
  bool is_name = type.find('.') != type.npos && type.find_first_of(" ()[]<>;/") == type.npos;
  return is_name ? fmt::format("{}L{};", arrays, with_slashes(type)) : "";
}

std::optional<std::string> descriptor_of_types(std::string_view types, std::string& expected) {
  std::string descriptor = "(";
  types = without_spaces(types);
  while (!types.empty()) {
    std::size_t comma = std::min(types.find(','), types.size());
    std::string one = type_descriptor(without_spaces(types.substr(0, comma)));
    if (one.empty()) {
      expected =
          "types such as int, java.lang.String or byte[] between the brackets, classes with their "
          "package";
      return std::nullopt;
    }
    descriptor += one;
    types = comma == types.size() ? std::string_view() : types.substr(comma + 1);
  }
  return descriptor + ")";
}

}  // namespace

std::string short_jni_name(const NativeMethod& method) {
  return fmt::format("Java_{}_{}", mangled(method.class_name), mangled(method.name));
}

std::string long_jni_name(const NativeMethod& method) {
  std::size_t end = std::min(method.descriptor.rfind(')'), method.descriptor.size());
  std::string_view arguments =
      std::string_view(method.descriptor).substr(0, end).substr(std::min<std::size_t>(1, end));
  return fmt::format("{}__{}", short_jni_name(method), mangled(arguments));
}

std::vector<WantedMethod> wanted_of(const std::vector<NativeMethod>& methods) {
  std::map<std::string, int> with_name;
  for (const NativeMethod& method : methods) ++with_name[short_jni_name(method)];
  std::vector<WantedMethod> wanted;
  for (const NativeMethod& method : methods) {
    std::string class_name = method.class_name;
    std::replace(class_name.begin(), class_name.end(), '/', '.');
    WantedMethod entry{fmt::format("{}.{}{}", class_name, method.name, method.descriptor), {}};
    std::string short_name = short_jni_name(method);
    if (with_name[short_name] == 1) entry.symbols.push_back(short_name);
    if (!method.descriptor.empty()) entry.symbols.push_back(long_jni_name(method));
    wanted.push_back(std::move(entry));
  }
  return wanted;
}

std::optional<NativeMethod> parse_java_signature(std::string_view text, std::string& expected) {
  text = without_spaces(text);
  std::size_t bracket = std::min(text.find('('), text.size());
  std::string_view path = without_spaces(text.substr(0, bracket));
  std::size_t dot = path.rfind('.');
  if (dot == path.npos || dot == 0 || dot + 1 == path.size() ||
      path.find_first_of(" /;[") != path.npos) {
    expected = "a class with its package, a dot and a method: org.acme.Engine.open";
    return std::nullopt;
  }
  NativeMethod method{with_slashes(path.substr(0, dot)), std::string(path.substr(dot + 1)), {}};
  if (bracket == text.size()) return method;
  std::string_view rest = text.substr(bracket);
  std::size_t close = rest.find(')');
  if (close == rest.npos) {
    expected = "a \")\" after the arguments";
    return std::nullopt;
  }
  if (close + 1 < rest.size()) {  // a descriptor: the result follows
    method.descriptor = rest;
    return method;
  }
  std::optional<std::string> descriptor = descriptor_of_types(rest.substr(1, close - 1), expected);
  if (!descriptor) return std::nullopt;
  method.descriptor = *descriptor;
  return method;
}

}  // namespace ltoscope::gate
