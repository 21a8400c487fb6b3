// The end of a pipeline: takes in all batches of one worker.
#pragma once

#include "columns/batch.h"

namespace engine::operators {

class Sink {
 public:
  Sink() = default;
  virtual ~Sink();
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;

  virtual void consume(columns::Batch& batch) = 0;

  // Called after the last batch, by the same worker.
  virtual void finish_consuming() {}
};

}  // namespace engine::operators
