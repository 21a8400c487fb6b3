// The audit as a whole: thread-local dialects, exports, stripped and damaged files, other machines,
// the JSON's keys.
#include "audit/audit.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "command/failure.h"
#include "elf/fixture.h"
#include "elf/image.h"

namespace ltoscope::audit {
namespace {

using elf::Fixture;
using nlohmann::ordered_json;
using testing::ElementsAre;
using testing::HasSubstr;

ordered_json audited(const std::filesystem::path& path) { return to_json(audit_file(path, {})); }

constexpr char thread_locals[] = R"(
__thread int shared; static __thread int a, b;
int* of_shared(void) { return &shared; }
int of_a(void) { return ++a; }
int of_b(int n) { b += n; return b; }
)";

TEST(Audit, DynamicThreadLocalsShowModulesAndCalls) {
  Fixture fixture;
  for (std::string flags : {"", "-fno-plt"}) {
    ordered_json audit = audited(fixture.library("x.so", thread_locals, flags));
    EXPECT_EQ(audit["relocations"]["R_X86_64_DTPMOD64"], 2) << flags;
    EXPECT_EQ(audit["relocations"]["R_X86_64_DTPOFF64"], 1) << flags;
    EXPECT_EQ(audit["calls"]["__tls_get_addr"]["call"], 3) << flags;
    EXPECT_EQ(audit["tls"]["size"], 12);
    EXPECT_EQ(audit["tls"]["static_tls"], false);
    EXPECT_EQ(audit["tls"]["by_model"]["descriptor"], 0);
  }
}

TEST(Audit, ThreadLocalDescriptorsAreCountedApart) {
  Fixture fixture;
  ordered_json audit = audited(fixture.library("x.so", thread_locals, "-mtls-dialect=gnu2"));
  EXPECT_EQ(audit["relocations"]["R_X86_64_DTPMOD64"], 0);
  EXPECT_EQ(audit["relocations"]["R_X86_64_TLSDESC"], 2);
  EXPECT_EQ(audit["calls"]["__tls_get_addr"]["call"], 0);
  EXPECT_EQ(audit["tls"]["by_model"]["descriptor"], 3);
}

TEST(Audit, InitialExecNeedsTheStaticBlock) {
  Fixture fixture;
  ordered_json audit = audited(fixture.library("x.so", thread_locals, "-ftls-model=initial-exec"));
  EXPECT_EQ(audit["relocations"]["R_X86_64_TPOFF64"], 3);
  EXPECT_EQ(audit["calls"]["__tls_get_addr"]["call"], 0);
  EXPECT_EQ(audit["tls"]["static_tls"], true);
}

constexpr char exporting[] = R"(
void Java_a(void) {} void Java_b(void) {} void engine_run(void) {}
__attribute__((weak)) int weak_one = 1;
__attribute__((visibility("protected"))) void kept(void) {}
__attribute__((visibility("hidden"))) void hidden_one(void) {}
extern void imported(void); void call(void) { imported(); }
)";

TEST(Audit, ExportsFollowBindingVisibilityAndVersion) {
  Fixture fixture;
  fixture.write("some.map", "{ global: Java_*; weak_one; local: *; };");
  std::string flags = "-nostdlib ";
  std::filesystem::path all = fixture.library("all.so", exporting, flags);
  std::filesystem::path some =
      fixture.library("some.so", exporting, flags + "-Wl,--version-script=some.map");
  EXPECT_EQ(audit_file(all, {}).exports_total, 6);
  Audit audit = audit_file(some, {{"Java_*", "engine_*"}});
  EXPECT_THAT(*audit.export_names, ElementsAre("Java_a", "Java_b", "weak_one"));
  EXPECT_EQ(audit.exports_by_pattern[0].count, 2);
  EXPECT_EQ(audit.exports_by_pattern[1].count, 0);
}

TEST(Audit, VersionMarksOfLdBfdAreNoExports) {
  Fixture fixture;
  fixture.write("v.map", "VERS_1 { global: Java_*; local: *; };");
  std::string flags = "-nostdlib -Wl,--version-script=v.map ";
  std::vector<std::string> by_lld =
      audit_file(fixture.library("x.so", exporting, flags), {}).export_names.value();
  std::vector<std::string> by_bfd =
      audit_file(fixture.library("y.so", exporting, flags + "-fuse-ld=bfd"), {})
          .export_names.value();
  EXPECT_THAT(by_lld, ElementsAre("Java_a@VERS_1", "Java_b@VERS_1"));
  EXPECT_EQ(by_lld, by_bfd);
}

TEST(Audit, SymbolThatItsVersionKeepsBackIsNoExport) {
  Fixture fixture;
  fixture.write("v.map", "VERS_1 { global: Java_a; local: *; };");
  std::filesystem::path path =
      fixture.library("x.so", exporting, "-nostdlib -Wl,--version-script=v.map");
  ASSERT_EQ(audit_file(path, {}).exports_total, 1);
  // The last symbol is the one that is exported; its version index becomes 0.
  elf::Image image = elf::read_image(path);
  const elf::Section* versions = elf::find_section(image, ".gnu.version");
  fixture.run(fmt::format("printf '\\000\\000' | dd of=x.so bs=1 seek={} conv=notrunc",
                          versions->offset + versions->size - sizeof(uint16_t)));
  EXPECT_EQ(audit_file(path, {}).exports_total, 0);
}

TEST(Audit, FileWithoutSectionsKeepsExportsAndRelocations) {
  Fixture fixture;
  ordered_json whole = audited(fixture.library("x.so", exporting));
  EXPECT_EQ(whole["complete"], true);
  fixture.run("llvm-objcopy-19 --strip-sections x.so");
  ordered_json bare = audited(fixture.folder() / "x.so");
  EXPECT_EQ(bare["exports"], whole["exports"]);
  EXPECT_EQ(bare["relocations"], whole["relocations"]);
  EXPECT_EQ(bare["build_id"], whole["build_id"]);
  EXPECT_EQ(bare["complete"], false);
  EXPECT_TRUE(bare["size"]["text"].is_null());
  EXPECT_TRUE(bare["size"]["sections"].is_null());
}

TEST(Audit, TruncatedAtAnyLengthIsRefused) {
  Fixture fixture;
  std::filesystem::path path = fixture.library(
      "x.so", exporting, "-Wl,-z,noseparate-code,-z,norelro,--build-id=none -nostdlib");
  ASSERT_EQ(audit_file(path, {}).complete(), true);
  uintmax_t size = std::filesystem::file_size(path);
  ASSERT_LT(size, 8000u);
  while (size-- > 0) {
    std::filesystem::resize_file(path, size);
    EXPECT_NE(elf::failure_of([&] { audit_file(path, {}); }), "no failure") << size << " bytes";
  }
}

TEST(Audit, DamageInAnyByteEndsInAnAuditOrAFailure) {
  Fixture fixture;
  std::filesystem::path path = fixture.library(
      "x.so", thread_locals, "-Wl,-z,noseparate-code,-z,norelro,--build-id=none -nostdlib");
  uintmax_t size = std::filesystem::file_size(path);
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  int audits = 0, failures = 0;
  for (uintmax_t offset = 0; offset < size; ++offset) {
    auto put = [&](char byte) {
      file.seekp(static_cast<std::streamoff>(offset)).put(byte).flush();
    };
    char original = static_cast<char>(file.seekg(static_cast<std::streamoff>(offset)).peek());
    put(static_cast<char>(~original));
    (elf::failure_of([&] { audit_file(path, {}); }) == "no failure" ? audits : failures)++;
    put(original);
  }
  EXPECT_GT(audits, 0);
  EXPECT_GT(failures, 0);
}

TEST(Audit, OtherMachinesHaveTablesButNoCallSites) {
  Fixture fixture;
  ordered_json audit =
      audited(fixture.compile("risc.so", thread_locals,
                              "--target=riscv64-linux-gnu -O2 -fPIC -shared -nostdlib -fuse-ld=lld "
                              "-Wl,--unresolved-symbols=ignore-all"));
  EXPECT_EQ(audit["machine"], "RISC-V");
  EXPECT_EQ(audit["exports"]["total"], 4);
  EXPECT_EQ(audit["relocations"]["R_RISCV_TLS_DTPMOD64"], 3);
  EXPECT_TRUE(audit["calls"]["malloc"]["call"].is_null());
  EXPECT_THAT(audit["unknown"][0]["reason"].get<std::string>(), HasSubstr("RISC-V"));
  EXPECT_EQ(audit["complete"], false);
}

TEST(Audit, JsonHasItsPromisedKeys) {
  Fixture fixture;
  std::filesystem::path path =
      fixture.library("x.so", exporting, "-Wl,-soname,libx.so -Wl,--build-id=0x77 -nostdlib -lc");
  ordered_json audit = audited(path);
  EXPECT_EQ(audit["schema_version"], 2);
  EXPECT_THAT(audit["tool"].get<std::string>(), testing::StartsWith("ltoscope "));
  EXPECT_EQ(audit["file"], path.string());
  EXPECT_EQ(audit["soname"], "libx.so");
  EXPECT_EQ(audit["build_id"], "77");
  EXPECT_EQ(audit["needed"], ordered_json({"libc.so.6"}));
  EXPECT_EQ(audit["exports"]["by_pattern"]["Java_*"], 2);
  EXPECT_EQ(audit["relocations"]["R_X86_64_TLSDESC"], 0);
  EXPECT_EQ(audit["size"]["file"], std::filesystem::file_size(path));
  EXPECT_EQ(audit["size"]["text"], audit["size"]["sections"][".text"]);
  for (std::string name : {"malloc", "free", "__tls_get_addr", "operator new", "operator delete"}) {
    EXPECT_EQ(audit["calls"][name]["call"], 0) << name;
    EXPECT_EQ(audit["calls"][name]["tail_jump"], 0) << name;
  }
}

}  // namespace
}  // namespace ltoscope::audit
