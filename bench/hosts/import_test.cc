// Streams from strangers: what is wrong with them is told, and all that came from them is released.
#include <cerrno>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "arrow/c_data_interface.h"
#include "hosts/arrow_text.h"
#include "hosts/engine_for_test.h"

namespace host {
namespace {

// A stream of one batch with the columns "number" (of int32) and "text", which a test may spoil.
// Counts what its reader has not released.
class Stream {
 public:
  Stream() {
    struct_.get_schema = [](ArrowArrayStream* stream, ArrowSchema* out) {
      return of(stream).give_schema(out);
    };
    struct_.get_next = [](ArrowArrayStream* stream, ArrowArray* out) {
      return of(stream).give_batch(out);
    };
    struct_.get_last_error = [](ArrowArrayStream* stream) { return of(stream).reason; };
    struct_.release = [](ArrowArrayStream* stream) {
      --of(stream).unreleased_;
      stream->release = nullptr;
    };
    struct_.private_data = this;
    fill_schemas();
    fill_arrays();
  }
  Stream(const Stream&) = delete;

  ArrowArrayStream* get() { return &struct_; }
  int64_t unreleased() const { return unreleased_; }

  // To be spoiled. Arrays and schemas: the table's, the number's, the text's.
  ArrowSchema schemas[3] = {};
  ArrowArray arrays[3] = {};
  uint8_t validity = 0xff;
  int32_t ends[4] = {0, 3, 3, 6};
  int schema_error = 0;
  int batch_error = 0;
  const char* reason = nullptr;

 private:
  static Stream& of(ArrowArrayStream* stream) {
    return *static_cast<Stream*>(stream->private_data);
  }

  template <class Struct>
  void prepare(Struct& each) {
    each.release = [](Struct* released) {
      --*static_cast<int64_t*>(released->private_data);
      released->release = nullptr;
    };
    each.private_data = &unreleased_;
  }

  void fill_schemas() {
    const char* formats[] = {"+s", "i", "u"};
    const char* names[] = {"", "number", "text"};
    for (int i = 0; i < 3; ++i) {
      schemas[i].format = formats[i];
      schemas[i].name = names[i];
      prepare(schemas[i]);
    }
    schemas[0].n_children = 2;
    schemas[0].children = schema_children_;
  }

  void fill_arrays() {
    for (ArrowArray& array : arrays) {
      array.length = 3;
      prepare(array);
    }
    arrays[0].n_buffers = 1;
    arrays[0].buffers = buffers_;
    arrays[0].n_children = 2;
    arrays[0].children = array_children_;
    arrays[1].n_buffers = 2;
    arrays[1].buffers = buffers_ + 1;
    arrays[2].n_buffers = 3;
    arrays[2].buffers = buffers_ + 3;
  }

  // Children go with their parent; the test counts the parents.
  int give_schema(ArrowSchema* out) {
    if (schema_error != 0) return schema_error;
    *out = schemas[0];
    ++unreleased_;
    return 0;
  }

  int give_batch(ArrowArray* out) {
    if (batch_error != 0) return batch_error;
    *out = {};
    if (given_) return 0;
    given_ = true;
    *out = arrays[0];
    ++unreleased_;
    return 0;
  }

  int64_t unreleased_ = 1;
  bool given_ = false;
  int32_t numbers_[3] = {1, -2, 3};
  const void* buffers_[6] = {nullptr, &validity, numbers_, nullptr, ends, "onetwo"};
  ArrowSchema* schema_children_[2] = {&schemas[1], &schemas[2]};
  ArrowArray* array_children_[2] = {&arrays[1], &arrays[2]};
  ArrowArrayStream struct_ = {};
};

TEST_F(EngineApi, TakesATableOverAndRunsAPlanOverIt) {
  Context context = new_context();
  Stream stream;
  ASSERT_EQ(engine().table_import(context.get(), "t", stream.get()), ENGINE_OK)
      << engine().last_error();
  EXPECT_EQ(stream.unreleased(), 0);
  Plan plan = new_plan(context, plan_of('\0' + text("t") + list({text("text"), text("number")})));
  ASSERT_EQ(engine().plan_execute(plan.get()), ENGINE_OK) << engine().last_error();
  EXPECT_EQ(take_canonical_text(engine(), plan.get()), "one|1\n|-2\ntwo|3\n");
  EXPECT_EQ(engine().table_drop(context.get(), "t"), ENGINE_OK);
  expect_error(engine().plan_execute(plan.get()));
  expect_no_count(engine().plan_rows(plan.get()));
}

struct Spoiling {
  const char* what;  // is wrong, in the words of the error
  std::function<void(Stream&)> spoil;
};

const std::vector<Spoiling>& spoilings() {
  static const std::vector<Spoiling> list = {
      {"struct", [](Stream& s) { s.schemas[0].format = "i"; }},
      {"no format", [](Stream& s) { s.schemas[0].format = nullptr; }},
      {"0 columns", [](Stream& s) { s.schemas[0].n_children = 0; }},
      {"-1 columns", [](Stream& s) { s.schemas[0].n_children = -1; }},
      {"no list", [](Stream& s) { s.schemas[0].children = nullptr; }},
      {"no schema", [](Stream& s) { s.schemas[0].children[1] = nullptr; }},
      {"released", [](Stream& s) { s.schemas[0].release = nullptr; }},
      {"released", [](Stream& s) { s.schemas[1].release = nullptr; }},
      {"zz", [](Stream& s) { s.schemas[1].format = "zz"; }},
      {"format", [](Stream& s) { s.schemas[1].format = ""; }},
      {"d:99999999999999999999,2",
       [](Stream& s) { s.schemas[1].format = "d:99999999999999999999,2"; }},
      {"no format", [](Stream& s) { s.schemas[2].format = nullptr; }},
      {"no name", [](Stream& s) { s.schemas[1].name = nullptr; }},
      {"number", [](Stream& s) { s.schemas[2].name = "number"; }},
      {"NULL",
       [](Stream& s) {
         s.arrays[1].null_count = 1;
         s.validity = 0xfd;
       }},
      {"NULL",
       [](Stream& s) {
         s.arrays[1].null_count = -1;
         s.validity = 0xfe;
       }},
      {"NULL", [](Stream& s) { s.arrays[2].null_count = 1; }},
      {"length", [](Stream& s) { s.arrays[0].length = -1; }},
      {"rows", [](Stream& s) { s.arrays[1].length = 2; }},
      {"offset", [](Stream& s) { s.arrays[1].offset = -1; }},
      {"offset", [](Stream& s) { s.arrays[0].offset = INT64_MAX; }},
      {"children", [](Stream& s) { s.arrays[0].n_children = 1; }},
      {"no array", [](Stream& s) { s.arrays[0].children[0] = nullptr; }},
      {"released", [](Stream& s) { s.arrays[2].release = nullptr; }},
      {"buffers", [](Stream& s) { s.arrays[1].n_buffers = 1; }},
      {"buffer", [](Stream& s) { s.arrays[1].buffers[1] = nullptr; }},
      {"dictionary", [](Stream& s) { s.arrays[1].dictionary = &s.arrays[2]; }},
      {"text", [](Stream& s) { s.ends[1] = -5; }},
      {"text",
       [](Stream& s) {
         s.ends[1] = 5;
         s.ends[2] = 4;
       }},
      {"disk",
       [](Stream& s) {
         s.schema_error = EIO;
         s.reason = "the disk is gone";
       }},
      {"disk",
       [](Stream& s) {
         s.batch_error = EIO;
         s.reason = "the\ndisk\nis gone";
       }},
      {"error", [](Stream& s) { s.batch_error = ENOMEM; }},
      {"no function", [](Stream& s) { s.get()->get_next = nullptr; }},
      {"no function", [](Stream& s) { s.get()->get_schema = nullptr; }},
  };
  return list;
}

TEST_F(EngineApi, TellsWhatIsWrongWithAStream) {
  Context context = new_context();
  for (const Spoiling& spoiling : spoilings()) {
    Stream stream;
    spoiling.spoil(stream);
    // A schema that says that it is released is nobody's to release.
    bool has_schema = stream.schemas[0].release != nullptr;
    expect_error(engine().table_import(context.get(), "t", stream.get()));
    std::string error = engine().last_error();
    EXPECT_NE(error.find(spoiling.what), std::string::npos) << error << "; " << spoiling.what;
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
    EXPECT_EQ(stream.unreleased(), has_schema ? 0 : 1) << error;
    expect_no_count(engine().table_rows(context.get(), "t"));
  }
}

TEST_F(EngineApi, ReleasesAStreamThatItDoesNotRead) {
  Context context = new_context();
  for (const char* name : {static_cast<const char*>(nullptr), ""}) {
    Stream stream;
    expect_error(engine().table_import(context.get(), name, stream.get()));
    EXPECT_EQ(stream.unreleased(), 0);
  }
  Stream stream;
  expect_error(engine().table_import(nullptr, "t", stream.get()));
  EXPECT_EQ(stream.unreleased(), 0);
}

TEST_F(EngineApi, KeepsTheOldTableWhenAnotherIsRefused) {
  Context context = new_context();
  Stream good;
  ASSERT_EQ(engine().table_import(context.get(), "t", good.get()), ENGINE_OK);
  Stream bad;
  bad.batch_error = EIO;
  expect_error(engine().table_import(context.get(), "t", bad.get()));
  EXPECT_EQ(engine().table_rows(context.get(), "t"), 3);
}

}  // namespace
}  // namespace host
