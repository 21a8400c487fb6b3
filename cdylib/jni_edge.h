// The edge between JNI and C++: exceptions, handles and text. No C++ exception crosses into the
// JVM.
#pragma once

#include <jni.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "engine.h"
#include "guard.h"

namespace cdylib {

// Throws what the failure means in Java: OutOfMemoryError, CancelledException or EngineException.
// An exception that JNI has thrown itself comes first.
void throw_in_java(JNIEnv* env, const Failure& failure) noexcept;

// Runs work; a C++ exception becomes a Java one, and the value is then ignored by the JVM.
template <class Work>
auto guarded_jni(JNIEnv* env, Work&& work) noexcept -> decltype(work()) {
  return guarded(work, [&](const Failure& failure) -> decltype(work()) {
    throw_in_java(env, failure);
    return decltype(work())();
  });
}

template <class Object>
jlong to_handle(Object* object) {
  return static_cast<jlong>(reinterpret_cast<std::uintptr_t>(object));
}

// Throws engine::Error, "the engine is closed", when there is none.
template <class Object>
Object& from_handle(jlong handle, const char* name) {
  if (handle == 0) throw engine::Error(std::string("the ") + name + " is closed");
  return *reinterpret_cast<Object*>(static_cast<std::uintptr_t>(handle));
}

// These throw std::bad_alloc when the JVM, which has thrown in Java then, has no memory.
//
// `name` says in messages what is null: "table name".
std::string from_java(JNIEnv* env, jstring text, const char* name);

// Of any UTF-8, zero bytes included.
jstring to_java(JNIEnv* env, std::string_view text);

}  // namespace cdylib
