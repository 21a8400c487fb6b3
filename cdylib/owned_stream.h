// Releases a caller's stream at its end, unless somebody has before: also when another argument is
// wrong, so that callers need not know how far a call came.
#pragma once

#include "arrow/c_data_interface.h"
#include "engine.h"

namespace cdylib {

class OwnedStream {
 public:
  // Throws engine::Error when the stream has been released already.
  explicit OwnedStream(ArrowArrayStream* stream) : stream_(stream) {
    if (stream->release == nullptr) throw engine::Error("the stream has been released already");
  }
  ~OwnedStream() {
    if (stream_->release != nullptr) stream_->release(stream_);
  }
  OwnedStream(const OwnedStream&) = delete;
  OwnedStream& operator=(const OwnedStream&) = delete;

  ArrowArrayStream* stream() const { return stream_; }

 private:
  ArrowArrayStream* stream_;
};

}  // namespace cdylib
