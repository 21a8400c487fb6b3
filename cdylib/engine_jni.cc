// The JNI mirror of the C API: the native methods of org.ltoscope.Engine. A failure becomes a Java
// exception (OutOfMemoryError or org.ltoscope.EngineException); no C++ exception crosses into the
// JVM.
#include <jni.h>

#include <cstdint>
#include <string>

#include "build_info_text.h"
#include "engine.h"
#include "guard.h"

namespace {

using cdylib::Failure;

void throw_in_java(JNIEnv* env, const Failure& failure) {
  if (env->ExceptionCheck()) return;  // JNI's own, such as an OutOfMemoryError, comes first
  const char* type = failure.status == ENGINE_OUT_OF_MEMORY ? "java/lang/OutOfMemoryError"
                                                            : "org/ltoscope/EngineException";
  jclass exception = env->FindClass(type);
  // When the class is missing the JVM has thrown NoClassDefFoundError already.
  if (exception != nullptr) env->ThrowNew(exception, failure.text.c_str());
}

// Runs work; a C++ exception becomes a Java one, and the value is then ignored by the JVM.
template <class Work>
auto guarded(JNIEnv* env, Work&& work) noexcept -> decltype(work()) {
  return cdylib::guarded(work, [&](const Failure& failure) -> decltype(work()) {
    throw_in_java(env, failure);
    return decltype(work())();
  });
}

engine::Context& from_handle(jlong handle) {
  if (handle == 0) throw engine::Error("the engine is closed");
  return *reinterpret_cast<engine::Context*>(static_cast<std::uintptr_t>(handle));
}

std::string from_java(JNIEnv* env, jstring text) {
  if (text == nullptr) throw engine::Error("the table name is null");
  const char* bytes = env->GetStringUTFChars(text, nullptr);
  if (bytes == nullptr) throw std::bad_alloc();
  // Copied by hand: an exception between the two JNI calls would leak the JVM's copy.
  std::string copy;
  try {
    copy = bytes;
  } catch (...) {
    env->ReleaseStringUTFChars(text, bytes);
    throw;
  }
  env->ReleaseStringUTFChars(text, bytes);
  return copy;
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

JNIEXPORT jstring JNICALL Java_org_ltoscope_Engine_lastError(JNIEnv* env, jclass) {
  return env->NewStringUTF(cdylib::last_error());
}

JNIEXPORT jlong JNICALL Java_org_ltoscope_Engine_contextCreate(JNIEnv* env, jclass, jint threads,
                                                               jint batch_size) {
  return guarded(env, [&]() -> jlong {
    engine::Options options;
    options.threads = threads;
    if (batch_size != 0) options.batch_size = batch_size;
    return static_cast<jlong>(reinterpret_cast<std::uintptr_t>(new engine::Context(options)));
  });
}

JNIEXPORT void JNICALL Java_org_ltoscope_Engine_contextRelease(JNIEnv*, jclass, jlong handle) {
  if (handle != 0) delete &from_handle(handle);
}

JNIEXPORT void JNICALL Java_org_ltoscope_Engine_tableGenerate(JNIEnv* env, jclass, jlong handle,
                                                              jstring name, jdouble scale_factor) {
  guarded(env, [&] { from_handle(handle).generate_table(from_java(env, name), scale_factor); });
}

JNIEXPORT jlong JNICALL Java_org_ltoscope_Engine_tableRows(JNIEnv* env, jclass, jlong handle,
                                                           jstring name) {
  return guarded(
      env, [&]() -> jlong { return from_handle(handle).table_row_count(from_java(env, name)); });
}

JNIEXPORT void JNICALL Java_org_ltoscope_Engine_queryRun(JNIEnv* env, jclass, jlong handle,
                                                         jint number) {
  guarded(env, [&] { from_handle(handle).run_query(number); });
}

JNIEXPORT jlong JNICALL Java_org_ltoscope_Engine_resultRows(JNIEnv* env, jclass, jlong handle) {
  return guarded(env, [&]() -> jlong { return from_handle(handle).result_row_count(); });
}

JNIEXPORT jint JNICALL Java_org_ltoscope_Engine_resultColumns(JNIEnv* env, jclass, jlong handle) {
  return guarded(env, [&]() -> jint { return from_handle(handle).result_column_count(); });
}

JNIEXPORT jstring JNICALL Java_org_ltoscope_Engine_resultColumnName(JNIEnv* env, jclass,
                                                                    jlong handle, jint column) {
  return guarded(env, [&] {
    return env->NewStringUTF(std::string(from_handle(handle).result_column_name(column)).c_str());
  });
}

JNIEXPORT jstring JNICALL Java_org_ltoscope_Engine_resultField(JNIEnv* env, jclass, jlong handle,
                                                               jlong row, jint column) {
  return guarded(env, [&] {
    return env->NewStringUTF(std::string(from_handle(handle).result_field(row, column)).c_str());
  });
}

JNIEXPORT jstring JNICALL Java_org_ltoscope_Engine_resultText(JNIEnv* env, jclass, jlong handle) {
  return guarded(env, [&] {
    return env->NewStringUTF(std::string(from_handle(handle).result_text()).c_str());
  });
}

JNIEXPORT jstring JNICALL Java_org_ltoscope_Engine_resultHash(JNIEnv* env, jclass, jlong handle) {
  return guarded(env, [&] {
    return env->NewStringUTF(std::string(from_handle(handle).result_hash()).c_str());
  });
}

}  // extern "C"
