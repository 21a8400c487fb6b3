// What the import refuses: each case spoils one thing of a well-formed stream, and must find the
// message, everything released and no memory left.
#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "arrow/import.h"
#include "arrow/stream_for_test.h"

namespace engine::arrow {
namespace {

using columns::Storage;
using columns::Table;

constexpr int64_t least_long = std::numeric_limits<int64_t>::min();
constexpr int64_t most_long = std::numeric_limits<int64_t>::max();

Table sample() {
  return table_of({
      {"key", column_of<int64_t>(columns::integer(Storage::int64), {1, 2, 3})},
      {"kind", column_of<uint8_t>(words_of({"apple", "pear"}), {0, 1, 0})},
      {"note", text_column({"", "sweet", "too long for a value itself"})},
  });
}

enum { keys, kinds, notes };  // the columns

using SchemaSpoiler = void (*)(ArrowSchema&);
using BatchSpoiler = void (*)(ArrowArray&);

// The message, or "" when the stream was taken.
std::string refusal(StreamForTest& stream) {
  std::string message;
  try {
    import_table(stream.get());
  } catch (const ImportError& error) {
    message = error.what();
  }
  EXPECT_EQ(stream.unreleased(), 0) << message;
  EXPECT_FALSE(message.contains('\n')) << message;
  return message;
}

void expect_refused(SchemaSpoiler spoil_schema, BatchSpoiler spoil_batch,
                    const std::string& expected) {
  int64_t before = settled_balance();
  {
    // The second batch, so that something has been taken before.
    int batches = 0;
    StreamForTest stream({sample(), sample()});
    if (spoil_schema != nullptr) stream.spoil_schema = spoil_schema;
    if (spoil_batch != nullptr) {
      stream.spoil_batch = [&](ArrowArray& batch) {
        if (batches++ == 1) spoil_batch(batch);
      };
    }
    EXPECT_EQ(refusal(stream), expected);
  }
  EXPECT_EQ(settled_balance(), before) << expected;
}

TEST(ImportRefusals, NameWhatIsWrongWithASchema) {
  static ArrowSchema released = {};
  struct Case {
    SchemaSpoiler spoil;
    std::string message;
  };
  const std::string formats =
      "expected an integer (c C s S i I l L), a decimal (d:P,S), a date (tdD tdm) or a text (u U "
      "vu)";
  const std::vector<Case> cases = {
      {[](ArrowSchema& s) { s.format = nullptr; }, "schema: found no format, expected one"},
      {[](ArrowSchema& s) { s.format = "i"; },
       "schema: found the format \"i\", expected a struct (+s) of columns"},
      {[](ArrowSchema& s) { s.n_children = 0; }, "schema: found 0 columns, expected at least one"},
      {[](ArrowSchema& s) { s.n_children = -1; },
       "schema: found -1 columns, expected at least one"},
      {[](ArrowSchema& s) { s.children = nullptr; },
       "schema: found no list of columns, expected one"},
      {[](ArrowSchema& s) { s.dictionary = s.children[keys]; },
       "schema: found a dictionary, expected none"},
      {[](ArrowSchema& s) { s.children[notes] = nullptr; },
       "column 2: found no schema, expected one"},
      {[](ArrowSchema& s) { s.children[notes] = &released; },
       "column 2: found a released schema, expected one that is not"},
      {[](ArrowSchema& s) { s.children[kinds]->name = nullptr; },
       "column 1: found no name, expected one"},
      {[](ArrowSchema& s) { s.children[kinds]->name = ""; },
       "column 1: found no name, expected one"},
      {[](ArrowSchema& s) { s.children[notes]->name = "key"; },
       "column 2: found \"key\", the name of a column before it, expected one of its own"},
      {[](ArrowSchema& s) { s.children[keys]->format = nullptr; },
       "column \"key\": found no format, expected one"},
      {[](ArrowSchema& s) { s.children[keys]->format = "b"; },
       "column \"key\": found the format \"b\", " + formats},
      {[](ArrowSchema& s) { s.children[keys]->format = "+l\n"; },
       "column \"key\": found the format \"+l\\x0a\", " + formats},
      {[](ArrowSchema& s) { s.children[keys]->n_children = 1; },
       "column \"key\": found 1 children, expected none"},
      {[](ArrowSchema& s) { s.children[kinds]->format = "u"; },
       "column \"kind\": found a dictionary for \"u\", expected one for integers"},
      {[](ArrowSchema& s) { s.children[kinds]->dictionary->format = "i"; },
       "dictionary of column \"kind\": found the format \"i\", expected texts (u U vu) without a "
       "dictionary of their own"},
      {[](ArrowSchema& s) { s.children[kinds]->dictionary->dictionary = s.children[notes]; },
       "dictionary of column \"kind\": found the format \"u\", expected texts (u U vu) without a "
       "dictionary of their own"},
      {[](ArrowSchema& s) { s.children[kinds]->dictionary = &released; },
       "dictionary of column \"kind\": found a released schema, expected one that is not"},
  };
  for (const Case& c : cases) expect_refused(c.spoil, nullptr, c.message);
}

TEST(ImportRefusals, IncludeFormatsThatAreNearlyRight) {
  for (const char* format :
       {"",        "n",       "e",          "f",       "g",       "z",
        "Z",       "vz",      "ii",         "tdx",     "tss:",    "+s",
        "d:",      "d:10",    "d:10,",      "d:,2",    "d:0,0",   "d:39,2",
        "d:10,11", "d:10,-1", "d:10,2,256", "d:10,2,", "d:10,2x", "d:99999999999,2"}) {
    StreamForTest stream({sample()});
    stream.spoil_schema = [=](ArrowSchema& schema) { schema.children[keys]->format = format; };
    std::string start = "column \"key\": found the format \"" + std::string(format) + "\", ";
    EXPECT_TRUE(refusal(stream).starts_with(start)) << format;
  }
}

TEST(ImportRefusals, NameTheBatchOfAnImpossibleStruct) {
  static const std::array<uint8_t, 1> bits = {0b101};
  struct Case {
    BatchSpoiler spoil;
    std::string message;
  };
  const std::string rows =
      "expected numbers from 0, together at most " + std::to_string(most_long / 16);
  const std::vector<Case> cases = {
      {[](ArrowArray& a) { a.length = -1; }, "batch 1: found length -1 and offset 0, " + rows},
      {[](ArrowArray& a) { a.offset = least_long; },
       "batch 1: found length 3 and offset -9223372036854775808, " + rows},
      {[](ArrowArray& a) { a.offset = most_long; },
       "batch 1: found length 3 and offset 9223372036854775807, " + rows},
      {[](ArrowArray& a) { a.n_buffers = 0; }, "batch 1: found 0 buffers, expected 1"},
      {[](ArrowArray& a) { a.buffers = nullptr; },
       "batch 1: found no list of buffers, expected one"},
      {[](ArrowArray& a) { a.n_children = 2; }, "batch 1: found 2 children, expected 3"},
      {[](ArrowArray& a) { a.children = nullptr; },
       "batch 1: found no list of children, expected one"},
      {[](ArrowArray& a) { a.dictionary = a.children[keys]; },
       "batch 1: found a dictionary, expected none"},
      {[](ArrowArray& a) { a.null_count = -2; },
       "batch 1: found a NULL count of -2, expected -1 to 3"},
      {[](ArrowArray& a) { a.null_count = 4; },
       "batch 1: found a NULL count of 4, expected -1 to 3"},
      {[](ArrowArray& a) {
         a.null_count = 1;
         a.buffers[0] = bits.data();
       },
       "row 4: found NULL, expected a value"},
      {[](ArrowArray& a) { a.length = 4; },
       "column \"key\", batch 1: found 3 rows, expected at least 0 + 4"},
      {[](ArrowArray& a) { a.offset = 1; },
       "column \"key\", batch 1: found 3 rows, expected at least 1 + 3"},
  };
  for (const Case& c : cases) expect_refused(nullptr, c.spoil, c.message);
}

TEST(ImportRefusals, NameTheColumnOfAnImpossibleArray) {
  static ArrowArray released = {};
  static const std::array<uint8_t, 1> bits = {0b101};
  struct Case {
    BatchSpoiler spoil;
    std::string message;
  };
  const std::vector<Case> cases = {
      {[](ArrowArray& a) { a.children[keys] = nullptr; },
       "column \"key\", batch 1: found no array, expected one"},
      {[](ArrowArray& a) { a.children[keys] = &released; },
       "column \"key\", batch 1: found a released array, expected one that is not"},
      {[](ArrowArray& a) { a.children[keys]->length = 2; },
       "column \"key\", batch 1: found 2 rows, expected at least 0 + 3"},
      {[](ArrowArray& a) { a.children[keys]->n_buffers = 3; },
       "column \"key\", batch 1: found 3 buffers, expected 2"},
      {[](ArrowArray& a) { a.children[notes]->n_buffers = 2; },
       "column \"note\", batch 1: found 2 buffers, expected 3"},
      {[](ArrowArray& a) { a.children[keys]->n_children = 1; },
       "column \"key\", batch 1: found 1 children, expected 0"},
      {[](ArrowArray& a) { a.children[keys]->buffers[1] = nullptr; },
       "column \"key\", batch 1: found no buffer of values, expected one"},
      {[](ArrowArray& a) { a.children[notes]->buffers[2] = nullptr; },
       "column \"note\", row 4: found a text, but no buffer of bytes, expected one"},
      {[](ArrowArray& a) { a.children[kinds]->dictionary = nullptr; },
       "column \"kind\", batch 1: found no dictionary, expected one"},
      {[](ArrowArray& a) { a.children[keys]->dictionary = a.children[notes]; },
       "column \"key\", batch 1: found a dictionary, expected none"},
      {[](ArrowArray& a) { a.children[kinds]->dictionary->n_buffers = 2; },
       "dictionary of column \"kind\", batch 1: found 2 buffers, expected 3"},
      {[](ArrowArray& a) { a.children[kinds]->dictionary->dictionary = a.children[notes]; },
       "dictionary of column \"kind\", batch 1: found a dictionary, expected none"},
      {[](ArrowArray& a) { a.children[kinds]->dictionary->length = 1; },
       "column \"kind\", row 4: found index 1, expected one into 1 words"},
      {[](ArrowArray& a) { a.children[keys]->null_count = 1; },
       "column \"key\", batch 1: found a NULL count of 1 without a bitmap, expected a bitmap or no "
       "NULLs"},
      {[](ArrowArray& a) {
         a.children[keys]->null_count = -1;
         a.children[keys]->buffers[0] = bits.data();
       },
       "column \"key\", row 4: found NULL, expected a value"},
      {[](ArrowArray& a) {
         a.children[kinds]->dictionary->null_count = 1;
         a.children[kinds]->dictionary->buffers[0] = bits.data();
       },
       "dictionary of column \"kind\", row 1 of batch 1: found NULL, expected a value"},
  };
  for (const Case& c : cases) expect_refused(nullptr, c.spoil, c.message);
}

// The message for a column of this format whose buffers are these.
std::string refusal_of(const char* format, int64_t rows, std::vector<const void*> buffers) {
  std::vector<int32_t> numbers(rows);
  StreamForTest stream(
      {table_of({{"x", column_of<int32_t>(columns::integer(Storage::int32), numbers)}})});
  stream.spoil_schema = [=](ArrowSchema& schema) { schema.children[0]->format = format; };
  stream.spoil_batch = [&](ArrowArray& batch) {
    batch.children[0]->buffers = buffers.data();
    batch.children[0]->n_buffers = std::ssize(buffers);
  };
  return refusal(stream);
}

TEST(ImportRefusals, NameTheRowOfAValueThatDoesNotFit) {
  const std::string long_range = std::to_string(least_long) + " to " + std::to_string(most_long);
  const std::array<uint64_t, 2> big = {1, uint64_t{1} << 63};
  EXPECT_EQ(refusal_of("L", 2, {nullptr, big.data()}),
            "column \"x\", row 1: found 9223372036854775808, expected " + long_range);
  const std::array<columns::Int128, 2> decimals = {1, -(columns::Int128{1} << 64)};
  EXPECT_EQ(refusal_of("d:38,2", 2, {nullptr, decimals.data()}),
            "column \"x\", row 1: found -18446744073709551616, expected " + long_range);
  const std::array<int64_t, 3> milliseconds = {0, 86'400'001, most_long / 86'400'000 * 86'400'000};
  EXPECT_EQ(refusal_of("tdm", 2, {nullptr, milliseconds.data()}),
            "column \"x\", row 1: found 86400001 milliseconds, expected whole days, in 32 bits");
  EXPECT_EQ(refusal_of("tdm", 1, {nullptr, milliseconds.data() + 2}),
            "column \"x\", row 0: found " + std::to_string(milliseconds[2]) +
                " milliseconds, expected whole days, in 32 bits");
}

TEST(ImportRefusals, NameTheRowOfATextThatIsNowhere) {
  struct {
    const char* format;
    std::array<int64_t, 3> ends;
    const char* found;
  } cases[] = {
      {"U", {0, 2, 1}, "row 1: found a text from byte 2 to 1, expected ascending positions"},
      {"U", {-1, 2, 3}, "row 0: found a text from byte -1 to 2, expected ascending positions"},
      {"U",
       {0, 0, 1LL << 32},
       "row 1: found a text of 4294967296 bytes, expected at most 4294967295"},
      // Ends of 32 bits: 0, 2, 1.
      {"u", {2LL << 32, 1}, "row 1: found a text from byte 2 to 1, expected ascending positions"},
      // Views: size, prefix, buffer, position.
      {"vu", {13, 0}, ""},
      {"vu", {-1, 0}, "row 0: found a text of -1 bytes, expected at least 0"},
      {"vu", {13, 1}, "row 0: found a text in buffer 1, expected one of 1"},
      {"vu", {13, 0xffff'ffff}, "row 0: found a text in buffer -1, expected one of 1"},
      {"vu", {13, 1LL << 32}, "row 0: found a text from byte 1 to 14, expected bytes 0 to 13"},
      {"vu", {13, -(1LL << 32)}, "row 0: found a text from byte -1 to 12, expected bytes 0 to 13"},
  };
  const std::array<int64_t, 1> sizes = {13};
  for (const auto& [format, ends, found] : cases) {
    bool views = std::string_view(format) == "vu";
    std::vector<const void*> buffers = {nullptr, ends.data(), "thirteen byte"};
    if (views) buffers.push_back(sizes.data());
    std::string expected = *found == '\0' ? "" : std::string("column \"x\", ") + found;
    EXPECT_EQ(refusal_of(format, views ? 1 : 2, buffers), expected);
  }
}

TEST(ImportRefusals, ReportTheErrorsOfAStream) {
  StreamForTest no_schema({sample()});
  no_schema.schema_error = EIO;
  EXPECT_EQ(refusal(no_schema),
            "stream: found the error 5 (Input/output error), expected a schema");
  StreamForTest no_end({sample(), sample()});
  no_end.end_error = ENOMEM;
  no_end.reason = "the disk\nis gone";
  EXPECT_EQ(refusal(no_end),
            "stream: found the error 12 (Cannot allocate memory), \"the disk is gone\", expected a "
            "batch or the end");
}

TEST(ImportRefusals, IncludeStreamsThatAreNone) {
  EXPECT_THROW(import_table(nullptr), ImportError);
  ArrowArrayStream released = {};
  EXPECT_THROW(import_table(&released), ImportError);
  StreamForTest no_next({sample()});
  no_next.get()->get_next = nullptr;
  EXPECT_EQ(refusal(no_next),
            "stream: found no function for the schema or for the next batch, expected both");
}

}  // namespace
}  // namespace engine::arrow
