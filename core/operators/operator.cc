// Counting what an operator gives and costs.
#include "operators/operator.h"

#include <algorithm>
#include <chrono>

#include "alloc/accounting.h"

namespace engine::operators {
namespace {

int64_t nanoseconds_now() {
  return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

Metrics& Metrics::operator+=(const Metrics& other) {
  rows += other.rows;
  batches += other.batches;
  nanoseconds += other.nanoseconds;
  allocations += other.allocations;
  allocated_bytes += other.allocated_bytes;
  read_bytes += other.read_bytes;
  peak_balance = std::max(peak_balance, other.peak_balance);
  return *this;
}

Metrics Metrics::without(const Metrics& part) const {
  Metrics rest = *this;
  rest.nanoseconds -= part.nanoseconds;
  rest.allocations -= part.allocations;
  rest.allocated_bytes -= part.allocated_bytes;
  return rest;
}

CostMeter::CostMeter() : start_(nanoseconds_now()), buffers_(columns::buffers_of_this_thread()) {}

Metrics CostMeter::cost() const {
  columns::BufferCounts now = columns::buffers_of_this_thread();
  return {.nanoseconds = nanoseconds_now() - start_,
          .allocations = now.buffers - buffers_.buffers,
          .allocated_bytes = now.bytes - buffers_.bytes,
          .peak_balance = alloc::balance()};
}

Operator::~Operator() = default;

std::optional<columns::Batch> Operator::next() {
  CostMeter meter;
  std::optional<columns::Batch> batch = produce();
  metrics_ += meter.cost();
  if (batch) {
    metrics_.rows += batch->rows().count;
    ++metrics_.batches;
  }
  return batch;
}

}  // namespace engine::operators
