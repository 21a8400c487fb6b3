# Finds OpenJDK 17 where Debian puts it: JDK17_JAVA, JDK17_JAVAC, JDK17_JAR, and jdk17_jni, a target with jni.h.
# Not FindJNI: that one also wants AWT's or the JVM's library, which a library that a JVM loads must not link.
include_guard(GLOBAL)
file(GLOB jdk17_homes /usr/lib/jvm/java-17-openjdk-*)
foreach(tool IN ITEMS java javac jar)
  string(TOUPPER "JDK17_${tool}" variable)
  find_program(${variable} ${tool} HINTS ${jdk17_homes} PATH_SUFFIXES bin)
  if(NOT ${variable})
    message(FATAL_ERROR "${tool} of OpenJDK 17 is not installed; run ci/setup as root (Debian 12 package openjdk-17-jdk-headless).")
  endif()
endforeach()
find_path(JDK17_JNI_FOLDER jni.h HINTS ${jdk17_homes} PATH_SUFFIXES include)
if(NOT JDK17_JNI_FOLDER)
  message(FATAL_ERROR "jni.h is not installed; run ci/setup as root (Debian 12 package openjdk-17-jdk-headless).")
endif()

add_library(jdk17_jni INTERFACE)
target_include_directories(jdk17_jni SYSTEM INTERFACE "${JDK17_JNI_FOLDER}" "${JDK17_JNI_FOLDER}/linux")
