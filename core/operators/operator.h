// An operator of a running plan: gives batches, pulled one after the other by the operator above.
// Each worker has its own chain of them.
#pragma once

#include <cstdint>
#include <optional>

#include "columns/batch.h"

namespace engine::operators {

// What work has cost so far.
struct Metrics {
  Metrics& operator+=(const Metrics& other);  // the larger one of the peaks
  // Without what is part of it, whose peak is left as it is.
  Metrics without(const Metrics& part) const;

  int64_t rows = 0;         // given
  int64_t batches = 0;      // given
  int64_t nanoseconds = 0;  // of each worker, summed
  int64_t allocations = 0;  // of buffers for values
  int64_t allocated_bytes = 0;
  int64_t read_bytes = 0;  // of a table's columns, the texts that strings point to apart
  // The process's balance at its highest, looked at after each batch.
  int64_t peak_balance = 0;
};

// Measures the costs of a thread from its construction on.
class CostMeter {
 public:
  CostMeter();

  // What has come since, without rows and batches.
  Metrics cost() const;

 private:
  int64_t start_;  // of a clock that never goes back, in nanoseconds
  columns::BufferCounts buffers_;
};

class Operator {
 public:
  Operator() = default;
  virtual ~Operator();
  Operator(const Operator&) = delete;
  Operator& operator=(const Operator&) = delete;

  // The next batch, with at least one selected row; nothing when there are no more.
  std::optional<columns::Batch> next();

  // Of this operator and of those that it pulls from.
  const Metrics& metrics() const { return metrics_; }

 private:
  virtual std::optional<columns::Batch> produce() = 0;

  Metrics metrics_;
};

}  // namespace engine::operators
