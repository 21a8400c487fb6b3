// What the loader meets in a library.
#include "audit/properties.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "audit/small_libraries.h"
#include "elf/fixture.h"

namespace ltoscope::audit {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr char calls_out[] = "extern void f(void); int x = 1; void g(void) { f(); }";

Properties properties_in(const elf::Fixture& fixture, const char* source,
                         const std::string& flags) {
  return properties_of(read_library(fixture.library("x.so", source, "-nostdlib " + flags)));
}

TEST(Properties, RelroIsJudgedByWhereTheSlotsLie) {
  elf::Fixture fixture;
  for (std::string linker : {"-fuse-ld=lld ", "-fuse-ld=bfd "}) {
    auto relro = [&](const std::string& flags) {
      return properties_in(fixture, calls_out, linker + flags).relro.value;
    };
    EXPECT_EQ(relro("-Wl,-z,relro,-z,now"), RelroKind::full) << linker;
    EXPECT_EQ(relro("-Wl,-z,relro,-z,lazy"), RelroKind::partial) << linker;
    EXPECT_EQ(relro("-Wl,-z,norelro,-z,now"), RelroKind::none) << linker;
    // Lazy, but without a slot that the binding would write.
    EXPECT_EQ(relro("-fno-plt -Wl,-z,relro,-z,lazy"), RelroKind::full) << linker;
  }
}

TEST(Properties, ExecutableStackIsTheDefaultOfFilesThatSayNothing) {
  elf::Fixture fixture;
  EXPECT_FALSE(properties_in(fixture, calls_out, "").executable_stack);
  EXPECT_TRUE(properties_in(fixture, calls_out, "-Wl,-z,execstack").executable_stack);
  Properties said_nothing = properties_in(fixture, calls_out, "-Wl,-z,nognustack");
  EXPECT_FALSE(said_nothing.stack_is_declared);
  EXPECT_TRUE(said_nothing.executable_stack);
}

TEST(Properties, TextRelocationsAreCounted) {
  elf::Fixture fixture;
  EXPECT_EQ(properties_in(fixture, calls_out, "").text_relocations.value, 0);
  Properties textual = properties_of(
      read_library(fixture.compile("y.so", ".text\n.quad outside\n.quad outside\n",
                                   std::string(assembly) + "-shared -fuse-ld=lld -Wl,-z,notext")));
  EXPECT_EQ(textual.text_relocations.value, 2);
}

constexpr char with_thread_local[] = "__thread int slow; int read(void) { return slow; }";

TEST(Properties, StaticThreadLocalsAreCountedAndNamed) {
  elf::Fixture fixture;
  Properties dynamic = properties_in(fixture, with_thread_local, "");
  EXPECT_FALSE(dynamic.static_tls);
  EXPECT_EQ(dynamic.static_tls_relocations.value, 0);
  EXPECT_EQ(dynamic.tls_bytes, 4);
  Properties fixed = properties_in(fixture, with_thread_local, "-ftls-model=initial-exec");
  EXPECT_TRUE(fixed.static_tls);
  EXPECT_EQ(fixed.static_tls_relocations.value, 1);
  EXPECT_THAT(fixed.static_tls_symbols, ElementsAre("slow"));
}

TEST(Properties, SearchPathsAreTakenApart) {
  elf::Fixture fixture;
  EXPECT_THAT(properties_in(fixture, calls_out, "").search_paths, ElementsAre());
  EXPECT_THAT(properties_in(fixture, calls_out, "-Wl,-rpath,'$ORIGIN:/opt/x'").search_paths,
              ElementsAre("$ORIGIN", "/opt/x"));
}

TEST(Properties, LinkerIsKnownWhereItNamesItself) {
  elf::Fixture fixture;
  Properties by_lld = properties_in(fixture, calls_out, "");
  ASSERT_TRUE(by_lld.linker.has_value());
  EXPECT_THAT(*by_lld.linker, HasSubstr("LLD"));
  EXPECT_THAT(by_lld.compilers, Contains(HasSubstr("clang")));
  EXPECT_EQ(properties_in(fixture, calls_out, "-fuse-ld=bfd").linker, std::nullopt);
}

TEST(Properties, DamageInAnyByteEndsInPropertiesOrAFailure) {
  elf::Fixture fixture;
  fixture.write("v.map", "V_1 { global: f; };");
  fixture.library("libv.so", "void f(void) {}", "-nostdlib -Wl,--version-script=v.map");
  std::filesystem::path path = fixture.library(
      "x.so", calls_out,
      "-nostdlib -Wl,libv.so,-rpath,/a,-z,noseparate-code,-z,norelro,--build-id=none");
  uintmax_t size = std::filesystem::file_size(path);
  ASSERT_LT(size, 8000u);
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  int read = 0, refused = 0;
  for (uintmax_t offset = 0; offset < size; ++offset) {
    auto put = [&](char byte) {
      file.seekp(static_cast<std::streamoff>(offset)).put(byte).flush();
    };
    char original = static_cast<char>(file.seekg(static_cast<std::streamoff>(offset)).peek());
    put(static_cast<char>(~original));
    bool whole = elf::failure_of([&] { properties_of(read_library(path)); }) == "no failure";
    (whole ? read : refused)++;
    put(original);
  }
  EXPECT_GT(read, 0);
  EXPECT_GT(refused, 0);
}

TEST(Properties, WhatRelocationsDecideIsUnknownForOtherMachines) {
  elf::Fixture fixture;
  Properties properties = properties_of(read_library(
      fixture.compile("x.so", ".globl x\nx:\n.long 1\n",
                      "-x assembler --target=s390x-linux-gnu -shared -nostdlib -fuse-ld=lld")));
  EXPECT_EQ(properties.relro.value, std::nullopt);
  EXPECT_THAT(properties.relro.reason, HasSubstr("s390"));
}

}  // namespace
}  // namespace ltoscope::audit
