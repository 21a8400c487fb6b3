// What is found among archives before they are linked, each with a neighbour that must not be.
#include "audit/archive_audit.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "elf/fixture.h"

namespace ltoscope::audit {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;
using testing::UnorderedElementsAre;

// Compiles C++ sources into objects and packs them, for one audit.
class Archives {
 public:
  void add(const std::string& archive, const std::string& object, const std::string& source,
           const std::string& flags = "-O1") {
    fixture.compile(object, source, "-x c++ -c -fPIC " + flags);
    fixture.run(fmt::format("llvm-ar-19 rcs {} {}", archive, object));
  }
  std::string path(const std::string& name) const { return fixture.folder() / name; }
  ObjectAudit audit(const std::vector<std::string>& names, std::vector<std::string> roots = {}) {
    std::vector<std::string> paths;
    for (const std::string& name : names) paths.push_back(path(name));
    ObjectAuditOptions options;
    options.roots = std::move(roots);
    return audit_linker_inputs(paths, options);
  }
  elf::Fixture fixture;
};

constexpr char small_lock[] =
    "namespace base { struct SpinLock { int held; void Lock(); };"
    "void SpinLock::Lock() { held = 1; } }";
constexpr char large_lock[] =
    "namespace base { struct SpinLock { long owner[8]; void Lock(); };"
    "void SpinLock::Lock() { owner[7] = 1; } }";

TEST(ArchiveAudit, StrongClashBetweenArchivesNamesBothMembers) {
  Archives archives;
  for (std::string flags : {"-O1", "-flto=thin", "-flto"}) {
    archives.fixture.run("rm -f *.a");
    archives.add("libtcmalloc.a", "spinlock.o", small_lock, flags);
    archives.add("libkudu.a", "lock.o", large_lock, flags);
    archives.add("libkudu.a", "other.o", "namespace base { int other; }", flags);
    ObjectAudit audit = archives.audit({"libtcmalloc.a", "libkudu.a"});
    ASSERT_THAT(audit.strong_duplicates, SizeIs(1)) << flags;
    EXPECT_EQ(audit.strong_duplicates[0].name, "_ZN4base8SpinLock4LockEv");
    EXPECT_THAT(audit.strong_duplicates[0].members,
                ElementsAre(archives.path("libtcmalloc.a") + "(spinlock.o)",
                            archives.path("libkudu.a") + "(lock.o)"));
  }
}

TEST(ArchiveAudit, WeakInlineAndHiddenGroupDefinitionsAreNoClash) {
  Archives archives;
  std::string shared =
      "inline int f() { return 1; } int (*use_NAME)() = f;"
      "__attribute__((weak)) int g() { return 2; }";
  for (std::string name : {"a", "b"}) {
    std::string source = shared;
    source.replace(source.find("NAME"), 4, name);
    archives.add("x.a", name + ".o", source);
    // A strong symbol in a group of which the linker keeps one.
    archives.fixture.compile(name + "_thunk.o",
                             ".section .text.t,\"axG\",@progbits,thunk,comdat\n.globl thunk\n"
                             ".hidden thunk\nthunk: ret\n.size thunk,1\n",
                             "-x assembler -c");
    archives.fixture.run(fmt::format("llvm-ar-19 rcs x.a {}_thunk.o", name));
  }
  ObjectAudit audit = archives.audit({"x.a"});
  EXPECT_THAT(audit.strong_duplicates, IsEmpty());
  EXPECT_THAT(audit.weak_differences, IsEmpty());
  EXPECT_EQ(audit.weak_compared, 3);
}

TEST(ArchiveAudit, WeakDefinitionsThatDifferAreFoundBySizeAndByBody) {
  Archives archives;
  archives.add("x.a", "a.o",
               "inline int f(int x) { return x + 1; } inline int g(int x)"
               "{ return x * 7 + 1; } int (*k[])(int) = {f, g};");
  archives.add("x.a", "b.o",
               "inline int f(int x) { return x + 2; } inline int g(int x)"
               "{ return x; } int (*l[])(int) = {f, g};");
  ObjectAudit audit = archives.audit({"x.a"});
  ASSERT_THAT(audit.weak_differences, SizeIs(2));
  EXPECT_EQ(audit.weak_differences[0].name, "_Z1fi");
  EXPECT_THAT(audit.weak_differences[0].sizes, SizeIs(1));
  EXPECT_EQ(audit.weak_differences[0].bodies, 2);
  EXPECT_EQ(audit.weak_differences[1].name, "_Z1gi");
  EXPECT_THAT(audit.weak_differences[1].sizes, SizeIs(2));
  EXPECT_TRUE(audit.complete());
}

TEST(ArchiveAudit, BodiesAreComparedByWhatTheyReferTo) {
  Archives archives;
  // Same bytes: the callee and the text that is passed are told by relocations alone. Other text
  // before it moves it within its section.
  auto source = [](const std::string& callee, const std::string& text, const std::string& name) {
    return fmt::format(
        "int p(const char*); int q(const char*); int r(const char*);"
        "int keep_{2}() {{ return r(\"before {2}\") + 1; }}"
        "inline int calls() {{ return {0}(\"same\") + 1; }}"
        "inline int says() {{ return p(\"{1}\") + 1; }}"
        "int (*use_{2}[])() = {{calls, says}};",
        callee, text, name);
  };
  archives.add("x.a", "a.o", source("p", "one", "a"));
  archives.add("x.a", "b.o", source("p", "one", "longer"));
  EXPECT_THAT(archives.audit({"x.a"}).weak_differences, IsEmpty());
  EXPECT_EQ(archives.audit({"x.a"}).weak_compared, 2);
  archives.add("x.a", "c.o", source("q", "two", "c"));
  ObjectAudit audit = archives.audit({"x.a"});
  ASSERT_THAT(audit.weak_differences, SizeIs(2));
  EXPECT_EQ(audit.weak_differences[0].bodies, 2);
  EXPECT_EQ(audit.weak_differences[1].bodies, 2);
}

TEST(ArchiveAudit, JumpTablesAreComparedWithTheirFunctions) {
  Archives archives;
  // Twelve cases that call different functions; of the last, which one.
  auto source = [](const std::string& name, int last) {
    std::string declared = "int p12();";
    std::string cases;
    for (int value = 0; value < 12; ++value) {
      declared += fmt::format("int p{}();", value);
      cases += fmt::format("case {}: return p{}() + 1;", value, value == 11 ? last : value);
    }
    return fmt::format(
        "{} int own_{}; inline int f(int x) {{ switch (x) {{ {} }} return 0; }} int (*use_{})(int) "
        "= f;",
        declared, name, cases, name);
  };
  archives.add("x.a", "a.o", source("a", 11), "-O1 -fno-function-sections");
  archives.add("x.a", "b.o", source("b", 11), "-O1 -fno-function-sections");
  ObjectAudit same = archives.audit({"x.a"});
  EXPECT_EQ(same.weak_compared, 1);
  EXPECT_THAT(same.weak_differences, IsEmpty());
  archives.add("x.a", "c.o", source("c", 12), "-O1 -fno-function-sections");
  ObjectAudit different = archives.audit({"x.a"});
  ASSERT_THAT(different.weak_differences, SizeIs(1));
  EXPECT_EQ(different.weak_differences[0].bodies, 2);
}

TEST(ArchiveAudit, UnnamedBytesThatDifferAreUnknownNotDifferent) {
  Archives archives;
  // Both load a word of .rodata by its place; what is around it differs.
  for (std::string name : {"a", "b"}) {
    archives.fixture.compile(name + ".o",
                             ".weak f\n.type f,@function\nf: movl .rodata+8(%rip), %eax\nret\n"
                             ".size f,.-f\n.section .rodata\n.ascii \"" +
                                 name + "bcd\"\n.long 0,0,0\n",
                             "-x assembler -c");
    archives.fixture.run("llvm-ar-19 rcs x.a " + name + ".o");
  }
  ObjectAudit audit = archives.audit({"x.a"});
  ASSERT_THAT(audit.weak_differences, SizeIs(1));
  EXPECT_FALSE(audit.weak_differences[0].bodies.has_value());
  EXPECT_THAT(audit.weak_differences[0].reason, HasSubstr("unnamed bytes in sections that differ"));
  EXPECT_FALSE(audit.complete());
}

TEST(ArchiveAudit, BodiesThatCannotBeComparedAreUnknownWithAReason) {
  Archives archives;
  for (std::string name : {"a", "b"}) {
    archives.add("x.a", name + ".o",
                 "inline int f(int x) { return x; } int (*" + name + ")(int) = f;", "-flto=thin");
  }
  ObjectAudit audit = archives.audit({"x.a"});
  EXPECT_EQ(audit.weak_compared, 0);
  ASSERT_THAT(audit.unknown, SizeIs(1));
  EXPECT_EQ(audit.unknown[0].metric, "weak_differences");
  EXPECT_THAT(audit.unknown[0].reason, HasSubstr("1 names are defined there several times"));
}

TEST(ArchiveAudit, MembersAreCountedByWhatTheyAre) {
  Archives archives;
  archives.add("x.a", "thin.o", "int a() { return 1; }", "-flto=thin");
  archives.add("x.a", "full.o", "int b() { return 1; }", "-flto --target=aarch64-linux-gnu");
  archives.add("x.a", "fat.o", "int c() { return 1; }", "-flto=thin -ffat-lto-objects");
  archives.add("x.a", "plain.o", "int d() { return 1; }", "-O1");
  archives.fixture.write("e.c", "int e(void) { return 1; }");
  archives.fixture.run("gcc -flto -c e.c -o slim.o && llvm-ar-19 rcs x.a slim.o e.c");
  ObjectAudit audit = archives.audit({"x.a"});
  const InputSummary& found = audit.inputs.at(0);
  EXPECT_EQ(found.members, 6);
  EXPECT_EQ(found.objects, 5);
  EXPECT_EQ(found.with_lto, 4);
  EXPECT_THAT(found.contents, UnorderedElementsAre(Pair("bitcode", 2), Pair("machine code", 1),
                                                   Pair("machine code and bitcode", 1),
                                                   Pair("GCC bytecode", 1), Pair("no object", 1)));
  EXPECT_THAT(found.lto, UnorderedElementsAre(Pair("thin", 2), Pair("full", 1), Pair("GCC", 1)));
  EXPECT_THAT(found.machines, UnorderedElementsAre(Pair("x86-64", 4), Pair("AArch64", 1)));
}

TEST(ArchiveAudit, MembersThatNothingReachesAreLeftOut) {
  Archives archives;
  archives.add("x.a", "called.o", "int helper(); extern \"C\" int Java_a() { return helper(); }");
  archives.add("x.a", "helper.o", "int helper() { return 1; }");
  archives.add("x.a", "lost.o", "extern \"C\" int Java_b() { return 1; }");
  archives.add("x.a", "registers.o", "struct R { R(); }; static R r;");
  archives.add("x.a", "only_weakly.o", "int weakly() { return 1; }");
  archives.fixture.compile("main.o",
                           "extern \"C\" int Java_a(); __attribute__((weak)) int weakly();"
                           "int main() { return Java_a() + (weakly ? 1 : 0); }",
                           "-x c++ -c -fPIC");
  auto left_out = [](const ObjectAudit& audit) {
    std::vector<std::string> names;
    for (const LeftOutMember& one : audit.members_left_out) {
      names.push_back(one.member.substr(one.member.find('(')));
    }
    return names;
  };
  ObjectAudit linked = archives.audit({"main.o", "x.a"});
  EXPECT_TRUE(linked.has_roots);
  EXPECT_EQ(linked.members_reached, 2);
  EXPECT_THAT(left_out(linked), ElementsAre("(lost.o)", "(registers.o)", "(only_weakly.o)"));
  EXPECT_THAT(linked.members_left_out[0].entry_points, ElementsAre("Java_b"));
  EXPECT_TRUE(linked.members_left_out[1].has_constructors);
  EXPECT_THAT(left_out(archives.audit({"x.a"}, {"Java_*"})),
              ElementsAre("(registers.o)", "(only_weakly.o)"));
  ObjectAudit alone = archives.audit({"x.a"});
  EXPECT_FALSE(alone.members_reached.has_value());
  EXPECT_THAT(left_out(alone), ElementsAre("(called.o)", "(lost.o)", "(registers.o)"));
}

TEST(ArchiveAudit, BitcodeIsReachedAndRegistersAsMachineCodeDoes) {
  Archives archives;
  archives.add("x.a", "used.o", "int used() { return 1; }", "-flto=thin");
  archives.add("x.a", "registers.o", "struct R { R(); }; static R r;", "-flto=thin");
  ObjectAudit audit = archives.audit({"x.a"}, {"_Z4usedv"});
  EXPECT_EQ(audit.members_reached, 1);
  ASSERT_THAT(audit.members_left_out, SizeIs(1));
  EXPECT_TRUE(audit.members_left_out[0].has_constructors);
}

TEST(ArchiveAudit, IndexThatLiesOrIsMissingIsTold) {
  Archives archives;
  archives.add("x.a", "a.o", "int one() { return 1; }", "-flto=thin");
  EXPECT_THAT(archives.audit({"x.a"}).inputs[0].index_disagreements, IsEmpty());
  // Another name of the same length, in the index alone.
  archives.fixture.run("sed '0,/_Z3onev/s//_Z3twov/' x.a > stale.a");
  std::vector<IndexDisagreement> stale = archives.audit({"stale.a"}).inputs[0].index_disagreements;
  ASSERT_THAT(stale, SizeIs(2));
  EXPECT_TRUE(stale[0].in_index);
  EXPECT_EQ(stale[0].symbol, "_Z3twov");
  EXPECT_FALSE(stale[1].in_index);
  EXPECT_EQ(stale[1].symbol, "_Z3onev");
  EXPECT_EQ(stale[1].member, "a.o");
  archives.fixture.run("llvm-ar-19 rcS none.a a.o");
  ObjectAudit none = archives.audit({"none.a"});
  EXPECT_FALSE(none.inputs[0].index_entries.has_value());
  EXPECT_THAT(none.inputs[0].index_disagreements, SizeIs(1));
}

TEST(ArchiveAudit, RepeatedNamesAndCommonsAreTold) {
  Archives archives;
  archives.fixture.run("mkdir a b");
  archives.fixture.compile("a/u.o", "int pool[4];", "-c -fcommon");
  archives.fixture.compile("b/u.o", "int pool[8];", "-c -fcommon");
  archives.fixture.run("llvm-ar-19 rcs x.a a/u.o && llvm-ar-19 qcs x.a b/u.o");
  ObjectAudit audit = archives.audit({"x.a"});
  ASSERT_THAT(audit.inputs[0].repeated_names, SizeIs(1));
  EXPECT_EQ(audit.inputs[0].repeated_names[0].name, "u.o");
  ASSERT_THAT(audit.commons, SizeIs(1));
  EXPECT_EQ(audit.commons[0].name, "pool");
  EXPECT_THAT(audit.commons[0].sizes, ElementsAre(16, 32));
  EXPECT_THAT(audit.strong_duplicates, IsEmpty());
}

TEST(ArchiveAudit, MissingMemberOfAThinArchiveMakesItIncomplete) {
  Archives archives;
  archives.add("x.a", "a.o", "int one() { return 1; }");
  archives.fixture.run("llvm-ar-19 rcs --thin thin.a a.o && rm a.o");
  ObjectAudit audit = archives.audit({"thin.a"}, {"_Z3onev"});
  EXPECT_FALSE(audit.complete());
  EXPECT_FALSE(audit.members_reached.has_value());
  EXPECT_EQ(audit.unknown[0].metric, "members");
  EXPECT_THAT(audit.unknown[0].reason, HasSubstr("a.o: cannot open"));
}

}  // namespace
}  // namespace ltoscope::audit
