// The JNI mirror of the C API, second half: the native methods of org.ltoscope.Engine about plans,
// and what a Java program needs to reach the memory of Arrow's structs, which it sees as direct
// buffers.
#include <jni.h>

#include <array>
#include <cstdint>
#include <limits>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arrow/c_data_interface.h"
#include "engine.h"
#include "jni_edge.h"

namespace {

using cdylib::guarded_jni;
using cdylib::to_java;

engine::Context& context_of(jlong handle) {
  return cdylib::from_handle<engine::Context>(handle, "engine");
}

engine::Plan& plan_of(jlong handle) { return cdylib::from_handle<engine::Plan>(handle, "plan"); }

bool is_read_only(JNIEnv* env, jobject buffer) {
  jclass type = env->GetObjectClass(buffer);
  jmethodID method = env->GetMethodID(type, "isReadOnly", "()Z");
  if (method == nullptr) throw std::bad_alloc();  // the one reason: every buffer has the method
  bool read_only = env->CallBooleanMethod(buffer, method) != JNI_FALSE;
  if (env->ExceptionCheck()) throw std::bad_alloc();
  env->DeleteLocalRef(type);
  return read_only;
}

// The struct at a direct buffer's byte 0, whatever its position and limit are. `name` is how
// messages call the buffer.
template <class Struct>
Struct* struct_in(JNIEnv* env, jobject buffer, const char* name) {
  auto fail = [&](const std::string& found) {
    throw engine::Error("the buffer of the " + std::string(name) + " is " + found +
                        "; expected a direct one of " + std::to_string(sizeof(Struct)) +
                        " bytes or more, aligned to " + std::to_string(alignof(Struct)));
  };
  if (buffer == nullptr) fail("null");
  void* address = env->GetDirectBufferAddress(buffer);
  if (address == nullptr) fail("not direct");
  // Of a buffer of larger elements these are fewer than its bytes: never too many.
  jlong capacity = env->GetDirectBufferCapacity(buffer);
  if (capacity < static_cast<jlong>(sizeof(Struct))) fail(std::to_string(capacity) + " bytes long");
  if (reinterpret_cast<std::uintptr_t>(address) % alignof(Struct) != 0) fail("not aligned");
  if (is_read_only(env, buffer)) fail("read-only");
  return static_cast<Struct*>(address);
}

template <class Struct>
void release(JNIEnv* env, jobject buffer, const char* name) {
  auto* released = struct_in<Struct>(env, buffer, name);
  if (released->release != nullptr) released->release(released);
}

const char* text_at(jlong address) {
  return reinterpret_cast<const char*>(static_cast<std::uintptr_t>(address));
}

}  // namespace

extern "C" {

JNIEXPORT jlong JNICALL Java_org_ltoscope_Engine_planCreate(JNIEnv* env, jclass, jlong handle,
                                                            jbyteArray bytes) {
  return guarded_jni(env, [&] {
    if (bytes == nullptr) throw engine::Error("the plan's bytes are null");
    std::string copy(env->GetArrayLength(bytes), '\0');
    env->GetByteArrayRegion(bytes, 0, static_cast<jsize>(copy.size()),
                            reinterpret_cast<jbyte*>(copy.data()));
    return cdylib::to_handle(new engine::Plan(context_of(handle).create_plan(copy)));
  });
}

JNIEXPORT jlong JNICALL Java_org_ltoscope_Engine_planTpch(JNIEnv* env, jclass, jlong handle,
                                                          jint number) {
  return guarded_jni(env, [&] {
    return cdylib::to_handle(new engine::Plan(context_of(handle).tpch_plan(number)));
  });
}

JNIEXPORT void JNICALL Java_org_ltoscope_Engine_planRelease(JNIEnv*, jclass, jlong handle) {
  if (handle != 0) delete &plan_of(handle);
}

JNIEXPORT jstring JNICALL Java_org_ltoscope_Engine_planExplain(JNIEnv* env, jclass, jlong handle) {
  return guarded_jni(env, [&] { return to_java(env, plan_of(handle).explained()); });
}

JNIEXPORT jbyteArray JNICALL Java_org_ltoscope_Engine_planEncode(JNIEnv* env, jclass,
                                                                 jlong handle) {
  return guarded_jni(env, [&] {
    std::string bytes = plan_of(handle).encoded();
    if (!std::in_range<jsize>(bytes.size())) {
      throw engine::Error("the plan has " + std::to_string(bytes.size()) +
                          " bytes, more than an array of Java holds");
    }
    jsize length = static_cast<jsize>(bytes.size());
    jbyteArray array = env->NewByteArray(length);
    if (array == nullptr) throw std::bad_alloc();
    env->SetByteArrayRegion(array, 0, length, reinterpret_cast<const jbyte*>(bytes.data()));
    return array;
  });
}

JNIEXPORT void JNICALL Java_org_ltoscope_Engine_planExecute(JNIEnv* env, jclass, jlong handle) {
  guarded_jni(env, [&] { plan_of(handle).execute(); });
}

JNIEXPORT void JNICALL Java_org_ltoscope_Engine_planCancel(JNIEnv* env, jclass, jlong handle) {
  guarded_jni(env, [&] { plan_of(handle).cancel(); });
}

JNIEXPORT jlong JNICALL Java_org_ltoscope_Engine_planRows(JNIEnv* env, jclass, jlong handle) {
  return guarded_jni(env, [&]() -> jlong { return plan_of(handle).row_count(); });
}

JNIEXPORT jlong JNICALL Java_org_ltoscope_Engine_planNext(JNIEnv* env, jclass, jlong handle,
                                                          jobject array, jobject schema) {
  return guarded_jni(env, [&]() -> jlong {
    engine::Plan& plan = plan_of(handle);
    auto* array_out = struct_in<ArrowArray>(env, array, "array");
    return plan.next_batch(array_out, struct_in<ArrowSchema>(env, schema, "schema"));
  });
}

JNIEXPORT void JNICALL Java_org_ltoscope_Engine_planStream(JNIEnv* env, jclass, jlong handle,
                                                           jobject stream) {
  guarded_jni(env, [&] {
    plan_of(handle).export_stream(struct_in<ArrowArrayStream>(env, stream, "stream"));
  });
}

// Of each step its line of the explanation.
JNIEXPORT jobjectArray JNICALL Java_org_ltoscope_Engine_planSteps(JNIEnv* env, jclass,
                                                                  jlong handle) {
  return guarded_jni(env, [&] {
    std::vector<engine::StepMetrics> steps = plan_of(handle).metrics();
    jclass type = env->FindClass("java/lang/String");
    if (type == nullptr) throw std::bad_alloc();
    jobjectArray lines = env->NewObjectArray(static_cast<jsize>(steps.size()), type, nullptr);
    if (lines == nullptr) throw std::bad_alloc();
    for (jsize i = 0; i < std::ssize(steps); ++i) {
      jstring line = to_java(env, steps[i].step);
      env->SetObjectArrayElement(lines, i, line);
      env->DeleteLocalRef(line);  // the JVM has room for a few only
    }
    return lines;
  });
}

// The other members of engine_step_metrics, in their order, one step's after the other's.
JNIEXPORT jlongArray JNICALL Java_org_ltoscope_Engine_planStepNumbers(JNIEnv* env, jclass,
                                                                      jlong handle) {
  return guarded_jni(env, [&] {
    std::vector<jlong> numbers;
    for (const engine::StepMetrics& step : plan_of(handle).metrics()) {
      numbers.insert(numbers.end(), {step.depth, step.rows, step.batches, step.nanoseconds,
                                     step.allocations, step.allocated_bytes, step.peak_bytes});
    }
    jsize count = static_cast<jsize>(numbers.size());
    jlongArray array = env->NewLongArray(count);
    if (array == nullptr) throw std::bad_alloc();
    env->SetLongArrayRegion(array, 0, count, numbers.data());
    return array;
  });
}

// Releases the struct in a buffer, unless it has been: an ArrowArray, ArrowSchema or
// ArrowArrayStream for the kinds 0, 1 and 2.
JNIEXPORT void JNICALL Java_org_ltoscope_Engine_arrowRelease(JNIEnv* env, jclass, jobject buffer,
                                                             jint kind) {
  guarded_jni(env, [&] {
    switch (kind) {
      case 0:
        return release<ArrowArray>(env, buffer, "array");
      case 1:
        return release<ArrowSchema>(env, buffer, "schema");
      case 2:
        return release<ArrowArrayStream>(env, buffer, "stream");
      default:
        throw engine::Error("a struct of kind " + std::to_string(kind) + "; expected 0 to 2");
    }
  });
}

// Memory as a direct buffer, which does not keep it alive. Requires: the memory is there.
JNIEXPORT jobject JNICALL Java_org_ltoscope_Engine_memory(JNIEnv* env, jclass, jlong address,
                                                          jlong length) {
  return guarded_jni(env, [&] {
    if (address == 0 || length < 0 || length > std::numeric_limits<jint>::max()) {
      throw engine::Error(std::to_string(length) + " bytes at address " + std::to_string(address) +
                          "; expected 0 to " + std::to_string(std::numeric_limits<jint>::max()) +
                          " bytes at another address than 0");
    }
    auto* bytes = reinterpret_cast<void*>(static_cast<std::uintptr_t>(address));
    jobject buffer = env->NewDirectByteBuffer(bytes, length);
    if (buffer == nullptr) throw std::bad_alloc();
    return buffer;
  });
}

// A text that ends in a zero byte; null at address 0. Requires: the text is there.
JNIEXPORT jstring JNICALL Java_org_ltoscope_Engine_memoryText(JNIEnv* env, jclass, jlong address) {
  return guarded_jni(env, [&]() -> jstring {
    if (address == 0) return nullptr;
    return to_java(env, text_at(address));
  });
}

// Where a direct buffer's byte 0 is.
JNIEXPORT jlong JNICALL Java_org_ltoscope_Engine_memoryAddress(JNIEnv* env, jclass,
                                                               jobject buffer) {
  return guarded_jni(env, [&] {
    void* address = buffer == nullptr ? nullptr : env->GetDirectBufferAddress(buffer);
    if (address == nullptr) throw engine::Error("the buffer is null or not direct");
    return cdylib::to_handle(address);
  });
}

}  // extern "C"
