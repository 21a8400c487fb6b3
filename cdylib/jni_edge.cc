// Turning failures into Java exceptions, and text between the encodings of both sides.
#include "jni_edge.h"

#include <limits>
#include <new>

#include "unicode.h"

namespace cdylib {
namespace {

static_assert(sizeof(jchar) == sizeof(char16_t));

const char* exception_class(engine_status status) {
  switch (status) {
    case ENGINE_OUT_OF_MEMORY:
      return "java/lang/OutOfMemoryError";
    case ENGINE_CANCELLED:
      return "org/ltoscope/CancelledException";
    default:
      return "org/ltoscope/EngineException";
  }
}

}  // namespace

// Whenever a call of JNI fails here, it has thrown in Java itself.
void throw_in_java(JNIEnv* env, const Failure& failure) noexcept {
  if (env->ExceptionCheck()) return;
  jclass type = env->FindClass(exception_class(failure.status));
  if (type == nullptr) return;
  jmethodID constructor = env->GetMethodID(type, "<init>", "(Ljava/lang/String;)V");
  if (constructor == nullptr) return;
  try {
    jstring text = to_java(env, failure.text);
    auto exception = static_cast<jthrowable>(env->NewObject(type, constructor, text));
    if (exception != nullptr) env->Throw(exception);
  } catch (...) {
    // There was no memory for the text.
    if (!env->ExceptionCheck()) env->ThrowNew(type, "out of memory");
  }
}

std::string from_java(JNIEnv* env, jstring text, const char* name) {
  if (text == nullptr) throw engine::Error(std::string("the ") + name + " is null");
  std::u16string units(env->GetStringLength(text), u'\0');
  env->GetStringRegion(text, 0, static_cast<jsize>(units.size()),
                       reinterpret_cast<jchar*>(units.data()));
  return utf8_of(units);
}

jstring to_java(JNIEnv* env, std::string_view text) {
  std::u16string units = utf16_of(text);
  if (units.size() > std::numeric_limits<jsize>::max()) {
    throw engine::Error("a text has " + std::to_string(units.size()) +
                        " UTF-16 units; expected at most " +
                        std::to_string(std::numeric_limits<jsize>::max()));
  }
  jstring result = env->NewString(reinterpret_cast<const jchar*>(units.data()),
                                  static_cast<jsize>(units.size()));
  if (result == nullptr) throw std::bad_alloc();
  return result;
}

}  // namespace cdylib
