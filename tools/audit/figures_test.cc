// The flat list of figures.
#include "audit/figures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "audit/export_classes.h"
#include "elf/fixture.h"

namespace ltoscope::audit {
namespace {

using testing::HasSubstr;
using testing::Optional;

constexpr char jni_library[] = R"(
extern void *malloc(unsigned long), free(void *);
void Java_a(void) {} void Java_b(void) {} void JNI_OnLoad(void) {}
void *je_take(void) { return malloc(1); }
__attribute__((weak)) extern void maybe(void);
void _ZNSt6vectorIiE4pushEv(void) { if (maybe) maybe(); free(malloc(2)); }
)";

FileFigures figures_in(const elf::Fixture& fixture, const char* source,
                       const std::string& flags = "") {
  return figures_of_file(fixture.library("x.so", source, "-fno-builtin -nostdlib -lc " + flags));
}

TEST(Figures, CountsHaveDottedNames) {
  elf::Fixture fixture;
  FileFigures figures = figures_in(fixture, jni_library);
  EXPECT_EQ(figure_named(figures, "exports.total").number, 5);
  EXPECT_EQ(figure_named(figures, "calls.malloc").number, 1);
  EXPECT_EQ(figure_named(figures, "tail_jumps.malloc").number, 1);
  EXPECT_EQ(figure_named(figures, "sites.malloc").number, 2);
  EXPECT_EQ(figure_named(figures, "relocs.R_X86_64_JUMP_SLOT").number, 3);
  EXPECT_EQ(figure_named(figures, "relocs.R_X86_64_TPOFF64").number, 0);
  EXPECT_EQ(figure_named(figures, "needed.count").number, 1);
  EXPECT_EQ(figure_named(figures, "size.section..nowhere").number, 0);
  EXPECT_EQ(figure_named(figures, "properties.executable_stack").text, "no");
}

TEST(Figures, NamesAreCountedByGlobAndByClass) {
  elf::Fixture fixture;
  FileFigures figures = figures_in(fixture, jni_library);
  EXPECT_EQ(figure_named(figures, "exports.Java_*").number, 2);
  EXPECT_EQ(figure_named(figures, "exports.class.jni").number, 3);
  EXPECT_EQ(figure_named(figures, "exports.class.allocator").number, 1);
  EXPECT_EQ(figure_named(figures, "exports.class.std").number, 1);
  EXPECT_EQ(figure_named(figures, "imports.mal*").number, 1);
  EXPECT_EQ(figure_named(figures, "imports.maybe").number, 0) << "a weak one need not be found";
  EXPECT_EQ(figure_named(figures, "needed.libc.so*").number, 1);
}

TEST(Figures, UnknownOneHasItsReason) {
  elf::Fixture fixture;
  figures_in(fixture, jni_library);
  fixture.run("llvm-objcopy-19 --strip-sections x.so");
  FileFigures figures = figures_of_file(fixture.folder() / "x.so");
  FigureValue text = figure_named(figures, "size.text");
  EXPECT_FALSE(text.known());
  EXPECT_THAT(text.reason, HasSubstr("section headers"));
  EXPECT_FALSE(figure_named(figures, "calls.operator new").known());
  EXPECT_EQ(figure_named(figures, "exports.total").number, 5);
}

TEST(Figures, RelocationOfAnotherMachineIsUnknown) {
  elf::Fixture fixture;
  FileFigures figures = figures_in(fixture, jni_library);
  EXPECT_EQ(why_no_figure("relocs.R_AARCH64_TLSDESC"), std::nullopt);
  EXPECT_THAT(figure_named(figures, "relocs.R_AARCH64_TLSDESC").reason,
              HasSubstr("no relocation of x86-64"));
}

TEST(Figures, NameThatNoFileCanHaveIsTold) {
  EXPECT_THAT(why_no_figure("calls.my_malloc"), Optional(HasSubstr("malloc, free")));
  EXPECT_THAT(why_no_figure("call.malloc"), Optional(HasSubstr("exports.total")));
  EXPECT_THAT(why_no_figure("relocs.R_X86_64_TPOF64"), Optional(HasSubstr("relocation")));
  EXPECT_THAT(why_no_figure("exports.class.c"), Optional(HasSubstr("jni")));
  for (const char* name : {"calls.free", "exports.[a-z]*", "properties.relro", "relocs.total"}) {
    EXPECT_EQ(why_no_figure(name), std::nullopt) << name;
  }
}

TEST(ExportClasses, LeakedNamesAreToldFromOnesOfTheLibrary) {
  auto of = [](std::string_view name) {
    elf::Symbol symbol{};
    symbol.name = name;
    symbol.kind = elf::SymbolKind::function;
    return class_of(symbol);
  };
  EXPECT_EQ(of("_Znwm"), "allocator");
  EXPECT_EQ(of("_ZneRK3FooS1_"), "other") << "an operator != of the library's own";
  EXPECT_EQ(of("_ZTISt9exception"), "std");
  EXPECT_EQ(of("_ZN3foo3barESt6vectorIiE"), "other") << "takes a vector, is none";
  EXPECT_EQ(of("__cxa_throw"), "runtime");
  EXPECT_EQ(of("__divti3"), "runtime");
  EXPECT_EQ(of("PyInit_x"), "python");
  EXPECT_EQ(of("sum.resolver"), "resolver");
  EXPECT_EQ(of("malloc_pool_of_ours"), "other");
}

}  // namespace
}  // namespace ltoscope::audit
