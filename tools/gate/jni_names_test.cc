// Names of native methods, and the class files and signatures that they come from.
#include "gate/jni_names.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "elf/fixture.h"

namespace ltoscope::gate {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(JniNames, SpecialSignsAreEscaped) {
  NativeMethod method{"org/acme/My_Engine$Inner", "open\xC3\xA9", "(I[Ljava/lang/String;)J"};
  EXPECT_EQ(short_jni_name(method), "Java_org_acme_My_1Engine_00024Inner_open_000e9");
  EXPECT_EQ(long_jni_name(method), short_jni_name(method) + "__I_3Ljava_lang_String_2");
  EXPECT_EQ(long_jni_name({"A", "f", "()V"}), "Java_A_f__");
}

TEST(JniNames, CharacterBeyond16BitsIsTwoUnits) {
  // U+1F600 in modified UTF-8: both surrogates in three bytes each.
  EXPECT_EQ(short_jni_name({"A", "\xED\xA0\xBD\xED\xB8\x80", ""}), "Java_A__0d83d_0de00");
}

TEST(JniNames, OneOfSeveralWithTheSameNameNeedsItsLongName) {
  std::vector<WantedMethod> wanted =
      wanted_of({{"A", "f", "(I)V"}, {"A", "f", "(J)V"}, {"A", "g", "()V"}});
  EXPECT_THAT(wanted[0].symbols, ElementsAre("Java_A_f__I"));
  EXPECT_THAT(wanted[1].symbols, ElementsAre("Java_A_f__J"));
  EXPECT_THAT(wanted[2].symbols, ElementsAre("Java_A_g", "Java_A_g__"));
}

TEST(JniNames, SignaturesAreReadInThreeForms) {
  std::string expected;
  auto descriptor = [&](std::string_view text) {
    std::optional<NativeMethod> method = parse_java_signature(text, expected);
    return method ? method->class_name + " " + method->name + " " + method->descriptor : "none";
  };
  EXPECT_EQ(descriptor("org.acme.E.open"), "org/acme/E open ");
  EXPECT_EQ(descriptor("org.acme.E.open(I)J"), "org/acme/E open (I)J");
  EXPECT_EQ(descriptor("org.acme.E.open(int, java.lang.String[], byte[][])"),
            "org/acme/E open (I[Ljava/lang/String;[[B)");
  EXPECT_EQ(descriptor("E.open()"), "E open ()");
  EXPECT_EQ(descriptor("open"), "none");
  EXPECT_EQ(descriptor("E.open(String)"), "none");
  EXPECT_THAT(expected, HasSubstr("java.lang.String"));
  EXPECT_EQ(descriptor("E.open(int"), "none");
}

// A class file of three constants a name, without code: what javac writes for native methods, less
// what no one reads.
std::string class_file(const std::string& name, const std::vector<std::string>& natives) {
  auto number = [](std::size_t value, int bytes) {
    std::string text;
    while (bytes-- > 0) text += static_cast<char>(value >> (8 * bytes));
    return text;
  };
  auto utf8 = [&](const std::string& text) { return "\1" + number(text.size(), 2) + text; };
  std::string constants = utf8(name) + "\7" + number(1, 2) + "\5" + number(7, 8) + utf8("()V");
  for (const std::string& native : natives) constants += utf8(native);
  // Numbers: 1 the name, 2 the class, 3 and 4 a long, 5 the descriptor, 6... the methods.
  std::string methods;
  for (std::size_t index = 0; index < natives.size(); ++index) {
    bool native = natives[index].starts_with("native");
    methods += number(native ? 0x0101 : 0x0001, 2) + number(6 + index, 2) + number(5, 2) +
               number(1, 2) + number(5, 2) + number(3, 4) + "abc";  // one attribute
  }
  return number(0xcafebabe, 4) + number(61, 4) + number(6 + natives.size(), 2) + constants +
         number(1, 2) + number(2, 2) + number(0, 2) + number(0, 2) + number(0, 2) +
         number(natives.size(), 2) + methods + number(0, 2);
}

TEST(JavaClass, OnlyNativeMethodsAreListed) {
  elf::Fixture fixture;
  std::vector<NativeMethod> methods = native_methods_of_class(
      fixture.write("E.class", class_file("org/acme/E", {"native_a", "plain", "native_b"})));
  ASSERT_EQ(methods.size(), 2u);
  EXPECT_EQ(short_jni_name(methods[0]), "Java_org_acme_E_native_1a");
  EXPECT_EQ(methods[1].descriptor, "()V");
}

TEST(JavaClass, TruncatedAtAnyLengthIsRefused) {
  elf::Fixture fixture;
  std::string whole = class_file("E", {"native_a", "plain"});
  whole.resize(whole.size() - 2);  // the class's own attributes are not read
  for (std::size_t length = 0; length < whole.size(); ++length) {
    std::filesystem::path path = fixture.write("E.class", whole.substr(0, length));
    EXPECT_NE(elf::failure_of([&] { native_methods_of_class(path); }), "no failure") << length;
  }
  EXPECT_EQ(elf::failure_of([&] { native_methods_of_class(fixture.write("E.class", whole)); }),
            "no failure");
}

TEST(JavaClass, OtherFileIsTold) {
  elf::Fixture fixture;
  EXPECT_THAT(elf::failure_of([&] { native_methods_of_class(fixture.write("E", "not a class")); }),
              HasSubstr("expected 0xcafebabe"));
}

// Each method has the class's name.
TEST(JavaClass, ManyMethodsOfAClassWithAnEndlessNameAreRefused) {
  elf::Fixture fixture;
  auto failure = [&](std::size_t length) {
    std::string file =
        class_file(std::string(length, 'E'), std::vector<std::string>(300, "native_a"));
    return elf::failure_of([&] { native_methods_of_class(fixture.write("E.class", file)); });
  };
  EXPECT_THAT(failure(60'000), HasSubstr("names that overlap"));
  EXPECT_EQ(failure(200), "no failure");
}

}  // namespace
}  // namespace ltoscope::gate
