// The JNI mirror of the C API, first half: the native methods of org.ltoscope.Engine about
// contexts, tables and results. A failure becomes a Java exception.
#include <jni.h>

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "build_info_text.h"
#include "engine.h"
#include "jni_edge.h"
#include "owned_stream.h"

namespace {

using cdylib::from_java;
using cdylib::guarded_jni;
using cdylib::to_handle;
using cdylib::to_java;

engine::Context& context_of(jlong handle) {
  return cdylib::from_handle<engine::Context>(handle, "engine");
}

std::string table_name(JNIEnv* env, jstring name) { return from_java(env, name, "table name"); }

std::vector<std::string> column_names(JNIEnv* env, jobjectArray names) {
  std::vector<std::string> columns;
  if (names == nullptr) return columns;
  jsize count = env->GetArrayLength(names);
  if (count == 0) throw engine::Error("no column is named; expected one or more");
  for (jsize i = 0; i < count; ++i) {
    auto name = static_cast<jstring>(env->GetObjectArrayElement(names, i));
    columns.push_back(from_java(env, name, "name of a column"));
    env->DeleteLocalRef(name);  // the JVM has room for a few only
  }
  return columns;
}

}  // namespace

extern "C" {

JNIEXPORT jstring JNICALL Java_org_ltoscope_Engine_version(JNIEnv* env, jclass) {
  return env->NewStringUTF(engine::build_information().version);
}

JNIEXPORT jstring JNICALL Java_org_ltoscope_Engine_buildInfo(JNIEnv* env, jclass) {
  return env->NewStringUTF(cdylib::build_info_text());
}

JNIEXPORT jlong JNICALL Java_org_ltoscope_Engine_memoryBalance(JNIEnv*, jclass) {
  return engine::memory_balance();
}

// Allocated, peak, flushes, unsized deletes; -1: not counted.
JNIEXPORT jlongArray JNICALL Java_org_ltoscope_Engine_memoryUsage(JNIEnv* env, jclass) {
  engine::MemoryUsage usage = engine::memory_usage();
  const jlong numbers[] = {usage.allocated, usage.peak, usage.flushes,
                           usage.unsized_deletes.value_or(-1)};
  jlongArray array = env->NewLongArray(std::size(numbers));
  if (array != nullptr) env->SetLongArrayRegion(array, 0, std::size(numbers), numbers);
  return array;
}

JNIEXPORT void JNICALL Java_org_ltoscope_Engine_memoryLog(JNIEnv* env, jclass, jlong seconds) {
  guarded_jni(env, [&] { engine::log_memory_every(seconds); });
}

JNIEXPORT jstring JNICALL Java_org_ltoscope_Engine_lastError(JNIEnv* env, jclass) {
  // Not under the guard, which would forget it.
  try {
    return to_java(env, cdylib::last_error());
  } catch (...) {
    cdylib::throw_in_java(env, cdylib::describe_current_exception());
    return nullptr;
  }
}

JNIEXPORT jlong JNICALL Java_org_ltoscope_Engine_contextCreate(JNIEnv* env, jclass, jint threads,
                                                               jint batch_size) {
  return guarded_jni(env, [&]() -> jlong {
    engine::Options options;
    options.threads = threads;
    if (batch_size != 0) options.batch_size = batch_size;
    return to_handle(new engine::Context(options));
  });
}

JNIEXPORT void JNICALL Java_org_ltoscope_Engine_contextRelease(JNIEnv*, jclass, jlong handle) {
  if (handle != 0) delete &context_of(handle);
}

JNIEXPORT void JNICALL Java_org_ltoscope_Engine_contextLimitMemory(JNIEnv* env, jclass,
                                                                   jlong handle, jlong bytes) {
  guarded_jni(env, [&] { context_of(handle).limit_memory(bytes); });
}

// No columns, null: all of them.
JNIEXPORT void JNICALL Java_org_ltoscope_Engine_tableGenerate(JNIEnv* env, jclass, jlong handle,
                                                              jstring name, jdouble scale_factor,
                                                              jlong part, jlong parts,
                                                              jobjectArray columns) {
  guarded_jni(env, [&] {
    engine::Context& context = context_of(handle);
    context.generate_table(table_name(env, name), {.scale_factor = scale_factor,
                                                   .part = part,
                                                   .parts = parts,
                                                   .columns = column_names(env, columns)});
  });
}

// The address of an ArrowArrayStream, which is released in any case.
JNIEXPORT void JNICALL Java_org_ltoscope_Engine_tableImport(JNIEnv* env, jclass, jlong handle,
                                                            jstring name, jlong stream_address) {
  guarded_jni(env, [&] {
    if (stream_address == 0) throw engine::Error("the address of the stream is 0");
    cdylib::OwnedStream owned(
        reinterpret_cast<ArrowArrayStream*>(static_cast<std::uintptr_t>(stream_address)));
    context_of(handle).import_table(table_name(env, name), owned.stream());
  });
}

JNIEXPORT void JNICALL Java_org_ltoscope_Engine_tableDrop(JNIEnv* env, jclass, jlong handle,
                                                          jstring name) {
  guarded_jni(env, [&] { context_of(handle).drop_table(table_name(env, name)); });
}

JNIEXPORT jlong JNICALL Java_org_ltoscope_Engine_tableRows(JNIEnv* env, jclass, jlong handle,
                                                           jstring name) {
  return guarded_jni(
      env, [&]() -> jlong { return context_of(handle).table_row_count(table_name(env, name)); });
}

JNIEXPORT void JNICALL Java_org_ltoscope_Engine_queryRun(JNIEnv* env, jclass, jlong handle,
                                                         jint number) {
  guarded_jni(env, [&] { context_of(handle).run_query(number); });
}

JNIEXPORT jlong JNICALL Java_org_ltoscope_Engine_resultRows(JNIEnv* env, jclass, jlong handle) {
  return guarded_jni(env, [&]() -> jlong { return context_of(handle).result_row_count(); });
}

JNIEXPORT jint JNICALL Java_org_ltoscope_Engine_resultColumns(JNIEnv* env, jclass, jlong handle) {
  return guarded_jni(env, [&]() -> jint { return context_of(handle).result_column_count(); });
}

JNIEXPORT jstring JNICALL Java_org_ltoscope_Engine_resultColumnName(JNIEnv* env, jclass,
                                                                    jlong handle, jint column) {
  return guarded_jni(env,
                     [&] { return to_java(env, context_of(handle).result_column_name(column)); });
}

JNIEXPORT jstring JNICALL Java_org_ltoscope_Engine_resultField(JNIEnv* env, jclass, jlong handle,
                                                               jlong row, jint column) {
  return guarded_jni(env,
                     [&] { return to_java(env, context_of(handle).result_field(row, column)); });
}

JNIEXPORT jstring JNICALL Java_org_ltoscope_Engine_resultText(JNIEnv* env, jclass, jlong handle) {
  return guarded_jni(env, [&] { return to_java(env, context_of(handle).result_text()); });
}

JNIEXPORT jstring JNICALL Java_org_ltoscope_Engine_resultHash(JNIEnv* env, jclass, jlong handle) {
  return guarded_jni(env, [&] { return to_java(env, context_of(handle).result_hash()); });
}

}  // extern "C"
