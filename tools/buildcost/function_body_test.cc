// Sources in which a name occurs as definition, declaration, call, comment, string.
#include "buildcost/function_body.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command/failure.h"

namespace ltoscope::buildcost {
namespace {

// The source with "^" where the body starts, or the message.
std::string marked(std::string source, const std::string& function) {
  try {
    return source.insert(body_start(source, function, "x.cc"), "^");
  } catch (const Failure& failure) {
    return failure.what();
  }
}

TEST(FunctionBody, ADefinitionIsToldFromDeclarationsAndCalls) {
  EXPECT_EQ(marked("int f(int);\nint g() { return f(1); }\nint f(int x) { return x; }", "f"),
            "int f(int);\nint g() { return f(1); }\nint f(int x) {^ return x; }");
}

TEST(FunctionBody, CommentsStringsAndDirectivesAreNoCode) {
  EXPECT_EQ(marked("// f() {\n/* f() { */ const char* s = \"f() {\\\" f() {\"; const char* r = "
                   "R\"x(f() { \" )\" )x\";\n"
                   "#define M f() { \\\n  f() {\nchar c = '\"'; int n = 1'000;\nvoid f() { }",
                   "f"),
            "// f() {\n/* f() { */ const char* s = \"f() {\\\" f() {\"; const char* r = R\"x(f() { "
            "\" )\" )x\";\n"
            "#define M f() { \\\n  f() {\nchar c = '\"'; int n = 1'000;\nvoid f() {^ }");
}

TEST(FunctionBody, WhatMayStandBeforeTheBraceIsPassedOver) {
  for (const std::string& before :
       {"auto f(int x) const noexcept(true) -> std::pair<int, int> {",
        "template <class T> T* f(T (*g)(int)) {", "void f() & override try {",
        "[[nodiscard]] int f(int a = g({1, 2})) MACRO(3) {",
        "C::f(int a) : Base<int>(a), b{a}, c(a) {", "static inline\nint\nf(void)\n{",
        "void f() requires (N > 1) {"}) {
    EXPECT_EQ(marked(before + " }", "f"), before + "^ }");
  }
}

TEST(FunctionBody, AnInitializerIsNoDefinition) {
  EXPECT_THAT(marked("struct S { int f; S() : f(0) { } S(int) : g(1), f(0) { } };", "f"),
              testing::StartsWith("x.cc: found no definition of function \"f\""));
}

TEST(FunctionBody, QualifiersChooseAmongScopes) {
  std::string source =
      "namespace a { int f() { return 1; } }\nnamespace b { int f() { return 2; } }\n"
      "int c::f() { return 3; }\nstruct d final : public e { int f() { return 4; } };\n";
  EXPECT_THAT(marked(source, "a::f"), testing::HasSubstr("{^ return 1;"));
  EXPECT_THAT(marked(source, "b::f"), testing::HasSubstr("{^ return 2;"));
  EXPECT_THAT(marked(source, "c::f"), testing::HasSubstr("{^ return 3;"));
  EXPECT_THAT(marked(source, "d::f"), testing::HasSubstr("{^ return 4;"));
  EXPECT_THAT(marked(source, "x::f"), testing::HasSubstr("found no definition"));
}

TEST(FunctionBody, UnnamedNamespacesAndTemplatesOfClassesAreNoObstacle) {
  EXPECT_EQ(marked("namespace a::b { namespace { int f() { return 1; } } }", "a::b::f"),
            "namespace a::b { namespace { int f() {^ return 1; } } }");
  EXPECT_EQ(marked("template <class T> int Box<std::vector<T>>::f() { return 1; }", "Box::f"),
            "template <class T> int Box<std::vector<T>>::f() {^ return 1; }");
}

TEST(FunctionBody, ADestructorIsNotItsConstructor) {
  EXPECT_EQ(marked("S::S() { }\nS::~S() { }", "S::~S"), "S::S() { }\nS::~S() {^ }");
  EXPECT_EQ(marked("S::S() { }\nS::~S() { }", "S::S"), "S::S() {^ }\nS::~S() { }");
}

TEST(FunctionBody, SeveralDefinitionsAreRefusedWithTheirLines) {
  EXPECT_EQ(marked("int f() { return 1; }\n\nint f(int x) { return x; }", "f"),
            "x.cc: found 2 definitions of function \"f\" (lines 1, 3), expected exactly one");
}

TEST(FunctionBody, NoDefinitionIsRefusedWithThePlacesOfTheName) {
  EXPECT_EQ(marked("int f(int);\nint g() { return f(1); }", "f"),
            "x.cc: found no definition of function \"f\" (only declarations, calls or other "
            "scopes, lines 1, 2), "
            "expected exactly one");
  EXPECT_EQ(marked("", "f"), "x.cc: found no definition of function \"f\", expected exactly one");
}

TEST(FunctionBody, BrokenSourcesEndTheScan) {
  for (const std::string& source :
       {"int f(", "int f() : a(", "R\"x(", "\"", "/*", "namespace", "class f", "f(((", "#"}) {
    EXPECT_THAT(marked(source, "f"), testing::HasSubstr("found no definition")) << source;
  }
}

TEST(FunctionBody, TheInstructionMovesNoLineAndDiffersByItsMark) {
  std::string source = "int f() {\n  return 1;\n}\n";
  std::size_t body = body_start(source, "f", "x.cc");
  EXPECT_EQ(with_instruction(source, body, 7),
            "int f() { __asm__ __volatile__(\"nop /* 7 */\");\n  return 1;\n}\n");
  EXPECT_NE(with_instruction(source, body, 7), with_instruction(source, body, 8));
}

}  // namespace
}  // namespace ltoscope::buildcost
