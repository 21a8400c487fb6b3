// Where instructions begin, found from the middle of code.
#include "audit/x86_boundary.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <vector>

#include "audit/code_map.h"
#include "audit/library.h"
#include "audit/x86_length.h"
#include "elf/fixture.h"

namespace ltoscope::audit {
namespace {

void add_code(std::initializer_list<int> bytes, std::vector<std::byte>& code) {
  for (int byte : bytes) code.push_back(static_cast<std::byte>(byte));
}

TEST(SettledBegin, WaysThatMeetSayWhereTheInstructionBegins) {
  std::vector<std::byte> code;
  for (int index = 0; index < 20; ++index) add_code({0x48, 0x89, 0xc3}, code);  // mov %rax,%rbx
  add_code({0xe8, 1, 2, 3, 4, 0xc3}, code);
  EXPECT_EQ(settled_begin(code, 61), 60u);  // the call's distance
  EXPECT_EQ(settled_begin(code, 60), 60u);  // its opcode
}

// Each byte is a jump, or the distance of the one before: two ways that never meet.
TEST(SettledBegin, WaysThatNeverMeetSayNothing) {
  std::vector<std::byte> code;
  for (int index = 0; index < 70; ++index) add_code({0xeb}, code);
  EXPECT_EQ(settled_begin(code, 60), std::nullopt);
}

TEST(SettledBegin, IsThatOfDecodingFromTheFunctionsBegin) {
  elf::Fixture fixture;
  Library library = read_library(fixture.library("x.so", R"(
void* malloc(unsigned long); void free(void*);
struct node { struct node *l, *r; long v[9]; };
struct node* copy(struct node* n, long by) {
  if (!n) return 0;
  struct node* m = malloc(sizeof *m);
  for (int i = 0; i < 9; ++i) m->v[i] = n->v[i] * by + (i == 3 ? 0x12345678 : n->v[8 - i] >> i);
  m->l = copy(n->l, by ^ 0x5a5a); m->r = copy(n->r, by / 7);
  return m;
}
void drop(struct node* n) { if (n) { drop(n->l); drop(n->r); free(n); } }
)",
                                                 "-O2 -funroll-loops"));
  CodeMap code = map_code(library.image, library.dynamic_symbols.symbols, library.symbols());
  int settled = 0;
  for (std::size_t index = 0; index < code.ranges.size(); ++index) {
    CodeRange range = code.ranges[index];
    for (std::size_t at = 0; range.in_function && at < range.bytes.size();) {
      std::size_t length = outline(range.bytes.subspan(at)).value().length;
      if (at >= settling_bytes) {
        std::optional<std::size_t> begin = settled_begin(range.bytes, at + length - 1);
        if (begin) EXPECT_EQ(*begin, at);
        settled += begin.has_value();
      }
      at += length;
    }
  }
  EXPECT_GT(settled, 50);
}

}  // namespace
}  // namespace ltoscope::audit
